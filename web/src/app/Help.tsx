import { Kbd, Modal, Table } from '@mantine/core'
import { useFocusBack } from '../shared/focus-back.ts'
import { PAGES } from './pages.tsx'

const KEYS: readonly [string, string][] = [
  ['/', 'Search this page'],
  ['c', 'Create a link'],
  ['Ctrl K', 'Find pages and actions'],
  ...PAGES.map(({ key, name }): [string, string] => [`g ${key}`, `Go to ${name}`]),
  ['?', 'This help'],
]

/** The keyboard shortcuts. */
export function Help({ close }: { close: () => void }) {
  useFocusBack()
  return (
    <Modal opened onClose={close} title="Keyboard" centered>
      <Table>
        <Table.Tbody>
          {KEYS.map(([keys, does]) => (
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
