import { ActionIcon, Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import type { LabelKind } from '../../api/choices.ts'
import { counted } from '../../shared/counted.ts'
import { PencilIcon, TrashIcon } from '../../shared/icons.tsx'
import { Label as Badge } from '../../shared/Label.tsx'
import classes from './LabelRow.module.css'
import type { Label } from './label.queries.ts'

interface LabelRowProps {
  kind: LabelKind
  label: Label
  index: number
  /** The filter of the link list for this kind. */
  filter: string
  /** Without it, the label cannot be changed. */
  edit: (() => void) | undefined
  remove: () => void
}

/** A folder or tag, with its numbers of links and clicks, which lead to them. */
export function LabelRow({ kind, label, index, filter, edit, remove }: LabelRowProps) {
  const { id, name, links, clicks } = label
  const numbers = [
    {
      href: `/links?${filter}=${id}`,
      text: links === undefined ? 'Links' : counted(links, 'link'),
      label: `in ${name}`,
    },
    {
      href: `/analytics?${kind}_id=${id}${clicks === undefined ? '' : '&period=all'}`,
      text: clicks === undefined ? 'Analytics' : counted(clicks, 'click'),
      label: `of links in ${name}`,
    },
  ]
  return (
    <li tabIndex={-1} data-index={index}>
      <Badge label={label} folder={kind === 'folder'} />
      <Group gap={2} ml="auto" wrap="nowrap">
        {numbers.map(({ href, text, label }) => (
          <Button
            key={href}
            component={Link}
            href={href}
            variant="subtle"
            size="compact-sm"
            className={classes.number}
            aria-label={`${text} ${label}`}
          >
            {text}
          </Button>
        ))}
        {edit && (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Edit ${name}`}
              title="Edit (e)"
              onClick={edit}
            >
              <PencilIcon />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Delete ${name}`}
              onClick={remove}
            >
              <TrashIcon />
            </ActionIcon>
          </>
        )}
      </Group>
    </li>
  )
}
