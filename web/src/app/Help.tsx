import { Kbd, Modal, Table, Title } from '@mantine/core'
import { useCan } from '../api/me.ts'
import { useFocusBack } from '../shared/focus-back.ts'
import { usePages } from './pages.tsx'

type Keys = [keys: string, does: string]

const CREATE: Keys[] = [['c', 'Create a link']]
const UNDO: Keys[] = [['Ctrl Z', 'Undo deleting links']]
const SELECT: Keys[] = [
  ['x', 'Select a link'],
  ['Shift j', 'Extend the selection down'],
  ['Shift k', 'Extend the selection up'],
  ['Shift click', 'Select a range of links'],
]

/** The keyboard shortcuts. */
export function Help({ close }: { close: () => void }) {
  useFocusBack()
  const pages = usePages()
  const writes = useCan()('link:write')
  const groups: Record<string, Keys[]> = {
    Everywhere: [
      ['Ctrl K', 'Find links, pages and actions'],
      ['/', 'Search this page'],
      ...(writes ? CREATE : []),
      ...(writes ? UNDO : []),
      ['?', 'This help'],
    ],
    'In lists': [
      ['j', 'Next row'],
      ['k', 'Previous row'],
      ['Enter', 'Open'],
      ['e', 'Edit'],
      ...(writes ? SELECT : []),
    ],
    'In analytics': [['1 … 0', 'Choose a period, in the order of the menu']],
    Pages: pages.map(({ key, name }): Keys => [`g ${key}`, `Go to ${name}`]),
  }
  return (
    <Modal opened onClose={close} title="Keyboard shortcuts" centered>
      {Object.entries(groups).map(([name, shortcuts]) => (
        <section key={name} aria-label={name}>
          <Title order={3} size="h5" mt="sm">
            {name}
          </Title>
          <Table>
            <Table.Tbody>
              {shortcuts.map(([keys, does]) => (
                <Table.Tr key={keys}>
                  <Table.Td w={130}>
                    {keys.split(' ').map((key) => (
                      <Kbd key={key} mr={4}>
                        {key}
                      </Kbd>
                    ))}
                  </Table.Td>
                  <Table.Td>{does}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </section>
      ))}
    </Modal>
  )
}
