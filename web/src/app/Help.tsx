import { Kbd, Modal, Table } from '@mantine/core'
import { useCan } from '../api/me.ts'
import { useFocusBack } from '../shared/focus-back.ts'
import { usePages } from './pages.tsx'

const CREATE: [string, string][] = [['c', 'Create a link']]
const UNDO: [string, string][] = [['Ctrl Z', 'Undo deleting links']]

/** The keyboard shortcuts. */
export function Help({ close }: { close: () => void }) {
  useFocusBack()
  const pages = usePages()
  const writes = useCan()('link:write')
  const shortcuts: [string, string][] = [
    ['/', 'Search this page'],
    ...(writes ? CREATE : []),
    ['Ctrl K', 'Find pages and actions'],
    ...(writes ? UNDO : []),
    ...pages.map(({ key, name }): [string, string] => [`g ${key}`, `Go to ${name}`]),
    ['?', 'This help'],
  ]
  return (
    <Modal opened onClose={close} title="Keyboard" centered>
      <Table>
        <Table.Tbody>
          {shortcuts.map(([keys, does]) => (
            <Table.Tr key={keys}>
              <Table.Td w={110}>
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
    </Modal>
  )
}
