import { useSortable } from '@dnd-kit/sortable'
import { CSS } from '@dnd-kit/utilities'
import { ActionIcon, Box, Group, Switch, Text } from '@mantine/core'
import { text } from '#messages/bio-links.ts'
import { text as words } from '#messages/shared.ts'
import { GripIcon, PencilIcon, TrashIcon } from '../../shared/icons.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import classes from './bio.module.css'
import { type BioLink, nameOf, useEnableBioLink } from './bio.queries.ts'

interface BioLinkRowProps {
  link: BioLink
  edit: () => void
  remove: () => void
}

export function BioLinkRow({ link, edit, remove }: BioLinkRowProps) {
  const {
    attributes,
    listeners,
    setNodeRef,
    setActivatorNodeRef,
    transform,
    transition,
    isDragging,
  } = useSortable({ id: link.id })
  const { mutate: enable } = useEnableBioLink()
  const name = nameOf(link)
  return (
    <li
      ref={setNodeRef}
      className={isDragging ? classes.dragged : undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      <ActionIcon
        ref={setActivatorNodeRef}
        {...attributes}
        {...listeners}
        className={classes.grip}
        variant="subtle"
        color="gray"
        aria-label={text.moveNamed(name)}
      >
        <GripIcon />
      </ActionIcon>
      <Box miw={0} flex={1}>
        <Text fw={500} className="clip">
          {name}
        </Text>
        <Box className={classes.facts} fz="sm" c="dimmed">
          <span className={`clip ${classes.destination}`}>{link.url}</span>
          <span className={classes.clicks}>{words.countOfClicks(link.clicks)}</span>
        </Box>
      </Box>
      <Group gap={2} wrap="nowrap">
        <Switch
          aria-label={text.showNamed(name)}
          checked={link.enabled}
          onChange={({ currentTarget }) => enable({ id: link.id, enabled: currentTarget.checked })}
        />
        <RowAction icon={PencilIcon} label={text.editNamed(name)} onClick={edit} />
        <RowAction icon={TrashIcon} label={text.deleteNamed(name)} onClick={remove} />
      </Group>
    </li>
  )
}
