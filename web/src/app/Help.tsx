import { Kbd, Modal, Table, Title } from '@mantine/core'
import { text } from '#messages/help.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../api/me.ts'
import { useFocusBack } from '../shared/focus-back.ts'
import { usePages } from './pages.tsx'

type Keys = [keys: string, does: string]

const CREATE: Keys[] = [['c', text.createLink]]
const ADD_NOTE: Keys[] = [['n', text.addNote]]
const UNDO: Keys[] = [[text.keys.undo, text.undo]]
const SELECT: Keys[] = [
  ['x', text.selectLink],
  [text.keys.extendDown, text.extendDown],
  [text.keys.extendUp, text.extendUp],
  [text.keys.selectRange, text.selectRange],
]

/** The keyboard shortcuts. */
export function Help({ close }: { close: () => void }) {
  useFocusBack()
  const pages = usePages()
  const can = useCan()
  const [writes, notes] = [can('link:write'), can('catalog:write')]
  const groups: Record<string, Keys[]> = {
    [text.everywhere]: [
      [text.keys.find, text.find],
      ['/', text.searchPage],
      ...(writes ? CREATE : []),
      ...(writes ? UNDO : []),
      ['?', text.help],
    ],
    [text.inLists]: [
      ['j', text.next],
      ['k', text.previous],
      ['↓', text.intoList],
      [text.keys.open, text.open],
      ['e', words.edit],
      ...(writes ? SELECT : []),
    ],
    [text.inAnalytics]: [['1 … 0', text.choosePeriod], ...(notes ? ADD_NOTE : [])],
    [text.pages]: pages.map(({ key, name }): Keys => [`g ${key}`, text.goTo(name)]),
  }
  return (
    <Modal opened onClose={close} title={text.title} centered>
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
