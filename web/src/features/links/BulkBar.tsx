import { Button, CloseButton, Progress, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { problemOf } from '../../api/problem.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { TrashIcon } from '../../shared/icons.tsx'
import { counted, formatCount } from '../../shared/numbers.rules.ts'
import { type Change, deleteLinks, moveTo, type Outcome, tagWith, useBulk } from './bulk.queries.ts'
import { showDeleted } from './DeletedNotice.tsx'
import { LabelMenu } from './LabelMenu.tsx'
import classes from './links.module.css'
import { SelectAll } from './SelectAll.tsx'
import { type Named, type Selection, withLinks } from './selection.rules.ts'
import type { ChangeSelection } from './selection.ts'

interface BulkBarProps {
  filters: Filters
  /** The number of links of the filter. */
  total: number
  selection: Selection
  setSelection: ChangeSelection
}

/** Bulk actions for all selected links. */
export function BulkBar({ filters, total, selection, setSelection }: BulkBarProps) {
  const queries = useQueryClient()
  const { run, running, done } = useBulk()
  const [doing, setDoing] = useState('')
  const links = [...selection.values()]
  const clear = () => setSelection(() => new Map())

  /** Links that could not be changed stay selected. */
  const start = (
    progress: string,
    change: Change,
    show: (changed: readonly Named[]) => unknown,
  ) => {
    setDoing(progress)
    const ids = links.map(({ id }) => id)
    const ended = (outcome: Outcome) => {
      const changed = new Set(outcome.changed)
      const missing = new Set(outcome.missing)
      const over = links.filter(({ id }) => changed.has(id) || missing.has(id))
      setSelection((before) => withLinks(before, over, false))
      if (changed.size > 0) show(links.filter(({ id }) => changed.has(id)))
      if (missing.size > 0) showMissing(missing.size)
      if (outcome.error) showStopped(changed.size, links.length, outcome.error)
    }
    run({ ids, change, ended })
  }
  return (
    <section aria-label="Selected links" className={classes.bulk}>
      <Text size="sm" fw={550} role="status">
        {running
          ? `${doing} ${formatCount(done)} of ${counted(links.length, 'link')}…`
          : `${counted(links.length, 'link')} selected`}
      </Text>
      {running ? (
        <Progress
          w={160}
          value={(done / links.length) * 100}
          aria-label={`${doing} links`}
          transitionDuration={200}
        />
      ) : (
        <>
          <SelectAll {...{ filters, total, selection, setSelection }} />
          <LabelMenu
            kind="folder"
            pick={(folder) =>
              start('Moving', moveTo(folder?.id ?? null), ({ length }) => {
                const all = counted(length, 'link')
                tell(folder ? `Moved ${all} to ${folder.name}` : `Took ${all} out of folders`)
              })
            }
          />
          <LabelMenu
            kind="tag"
            pick={(tag) =>
              tag &&
              start('Tagging', tagWith(tag.id), ({ length }) =>
                tell(`Tagged ${counted(length, 'link')} ${tag.name}`),
              )
            }
          />
          <Button
            size="compact-sm"
            variant="subtle"
            color="var(--mantine-color-error)"
            leftSection={<TrashIcon />}
            onClick={() =>
              start('Deleting', deleteLinks, (deleted) => showDeleted(deleted, queries))
            }
          >
            Delete
          </Button>
          <CloseButton aria-label="Select none" onClick={clear} />
        </>
      )}
    </section>
  )
}

const tell = (message: string) => notifications.show({ message })

const showMissing = (count: number) =>
  notifications.show({
    color: 'yellow',
    message:
      count === 1 ? 'One link no longer exists.' : `${formatCount(count)} links no longer exist.`,
  })

const showStopped = (changed: number, all: number, error: unknown) =>
  notifications.show({
    color: 'red',
    title:
      changed === 0
        ? 'Couldn’t change the links'
        : `Changed ${formatCount(changed)} of ${counted(all, 'link')}`,
    message: problemOf(error).detail,
  })
