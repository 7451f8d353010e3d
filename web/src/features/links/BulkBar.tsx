import { Button, CloseButton, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useLabels } from '../../api/choices.ts'
import { problemOf } from '../../api/problem.ts'
import { FolderIcon, TagIcon, TrashIcon } from '../../shared/icons.tsx'
import { counted } from '../../shared/numbers.rules.ts'
import { useMoveLinks, useTagLinks } from './bulk.queries.ts'
import { useDeleteLinks } from './delete.queries.ts'
import type { Selection } from './LinkList.tsx'
import classes from './links.module.css'

const refused = (error: unknown) =>
  notifications.show({
    color: 'red',
    title: 'Couldn’t change the links',
    message: problemOf(error).detail,
  })

interface BulkBarProps {
  selection: Selection
  clear: () => void
}

/** Bulk actions for all selected links. */
export function BulkBar({ selection, clear }: BulkBarProps) {
  const ids = [...selection.keys()]
  const all = counted(ids.length, 'link')
  const move = useMoveLinks()
  const tag = useTagLinks()
  const remove = useDeleteLinks()
  const settled = (done: string) => ({
    onSuccess: () => {
      notifications.show({ message: done })
      clear()
    },
    onError: refused,
  })
  return (
    <section aria-label="Selected links" className={classes.bulk}>
      <Text size="sm" fw={550}>
        {all} selected
      </Text>
      <LabelMenu
        kind="folder"
        pick={(folder) =>
          move.mutate(
            { ids, folder_id: folder?.id ?? null },
            settled(folder ? `Moved ${all} to ${folder.name}` : `Took ${all} out of folders`),
          )
        }
      />
      <LabelMenu
        kind="tag"
        pick={(label) =>
          label &&
          tag.mutate({ ids, tags: [label.id], mode: 'add' }, settled(`Tagged ${all} ${label.name}`))
        }
      />
      <Button
        size="compact-sm"
        variant="subtle"
        color="var(--mantine-color-error)"
        leftSection={<TrashIcon />}
        loading={remove.isPending}
        onClick={() => remove.mutate([...selection.values()], { onSuccess: clear })}
      >
        Delete
      </Button>
      <CloseButton aria-label="Select none" onClick={clear} />
    </section>
  )
}

interface LabelMenuProps {
  kind: 'folder' | 'tag'
  pick: (label: { id: number; name: string } | null) => void
}

function LabelMenu({ kind, pick }: LabelMenuProps) {
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
          {folders ? 'Move' : 'Tag'}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={320} style={{ overflowY: 'auto' }}>
        {folders && <Menu.Item onClick={() => pick(null)}>In no folder</Menu.Item>}
        {items.map((label) => (
          <Menu.Item key={label.id} onClick={() => pick(label)}>
            {label.name}
          </Menu.Item>
        ))}
        {items.length === 0 && <Menu.Item disabled>There is no {kind} yet</Menu.Item>}
      </Menu.Dropdown>
    </Menu>
  )
}
