import { Button, Menu } from '@mantine/core'
import { text as words } from '#messages/links.ts'
import { text } from '#messages/links-bulk.ts'
import { type LabelKind, useLabels } from '../../api/choices.ts'
import { FolderIcon, TagIcon } from '../../shared/icons.tsx'

interface LabelMenuProps {
  kind: LabelKind
  /** The label of the button. */
  action: string
  pick: (label: { id: number; name: string } | null) => void
}

/** Chooses the folder or tag for the selected links. */
export function LabelMenu({ kind, action, pick }: LabelMenuProps) {
  const { data: labels } = useLabels(kind)
  const items = labels?.items ?? []
  const folders = kind === 'folder'
  return (
    <Menu position="top" withinPortal>
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={folders ? <FolderIcon /> : <TagIcon />}
        >
          {action}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {folders && <Menu.Item onClick={() => pick(null)}>{words.inNoFolder}</Menu.Item>}
        {items.map((label) => (
          <Menu.Item key={label.id} onClick={() => pick(label)}>
            {label.name}
          </Menu.Item>
        ))}
        {items.length === 0 && <Menu.Item disabled>{text.noneYet[kind]}</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
