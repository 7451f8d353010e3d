import { Button, Group } from '@mantine/core'
import { Link } from 'wouter'
import { text } from '#messages/labels.ts'
import { text as words } from '#messages/shared.ts'
import type { LabelKind } from '../../api/choices.ts'
import { PencilIcon, TrashIcon } from '../../shared/icons.tsx'
import { Label as Badge } from '../../shared/Label.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
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
  const linkCount = links === undefined ? words.links : words.countOfLinks(links)
  const clickCount = clicks === undefined ? text.analytics : words.countOfClicks(clicks)
  const numbers = [
    {
      href: `/links?${filter}=${id}`,
      shown: linkCount,
      label: text.linksIn({ links: linkCount, name }),
    },
    {
      href: `/analytics?${kind}_id=${id}${clicks === undefined ? '' : '&period=all'}`,
      shown: clickCount,
      label: text.clicksIn({ clicks: clickCount, name }),
    },
  ]
  return (
    <li tabIndex={-1} data-index={index}>
      <Badge label={label} folder={kind === 'folder'} />
      <Group gap={2} ml="auto" wrap="nowrap">
        {numbers.map(({ href, shown, label }) => (
          <Button
            key={href}
            component={Link}
            href={href}
            variant="subtle"
            size="compact-sm"
            className={classes.number}
            aria-label={label}
          >
            {shown}
          </Button>
        ))}
        {edit && (
          <>
            <RowAction
              icon={PencilIcon}
              label={text.editNamed(name)}
              title={text.editByKey}
              onClick={edit}
            />
            <RowAction icon={TrashIcon} label={text.deleteNamed(name)} onClick={remove} />
          </>
        )}
      </Group>
    </li>
  )
}
