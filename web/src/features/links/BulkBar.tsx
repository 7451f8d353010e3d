import { Button, CloseButton, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { counted } from '../../shared/counted.ts'
import { download } from '../../shared/download.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { TrashIcon } from '../../shared/icons.tsx'
import { formatCount } from '../../shared/numbers.rules.ts'
import { BulkDomain } from './BulkDomain.tsx'
import { BulkFailures } from './BulkFailures.tsx'
import { BulkFields } from './BulkFields.tsx'
import { type BulkForm, BulkMenu } from './BulkMenu.tsx'
import {
  type Change,
  changeFields,
  deleteLinks,
  type Failure,
  moveTo,
  type Outcome,
  tagWith,
  useBulk,
} from './bulk.queries.ts'
import { showMissing, showStopped, tell } from './bulk-notices.ts'
import { showDeleted } from './DeletedNotice.tsx'
import { csvOf } from './export.queries.ts'
import { LabelMenu } from './LabelMenu.tsx'
import classes from './links.module.css'
import { type QrFormat, qrCodesOf } from './qr.queries.ts'
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
  const [form, setForm] = useState<BulkForm>()
  const [refused, setRefused] = useState<unknown>()
  const [failed, setFailed] = useState<readonly Failure[]>([])
  const links = [...selection.values()]
  const clear = () => setSelection(() => new Map())

  /** Links that could not be changed stay selected, and with `keep` all that exist. */
  const start = (
    progress: string,
    change: Change,
    show: (changed: readonly Named[]) => unknown,
    { keep = false } = {},
  ) => {
    setDoing(progress)
    setRefused(undefined)
    const ended = (outcome: Outcome) => {
      const changed = new Set(outcome.changed)
      const missing = new Set(outcome.missing)
      const over = links.filter(({ id }) => missing.has(id) || (!keep && changed.has(id)))
      setSelection((before) => withLinks(before, over, false))
      if (changed.size > 0) show(links.filter(({ id }) => changed.has(id)))
      if (missing.size > 0) showMissing(missing.size)
      setFailed(outcome.failed)
      // A form shows what is wrong with its fields.
      if (form && outcome.error && changed.size === 0) return setRefused(outcome.error)
      setForm(undefined)
      if (outcome.error)
        showStopped(keep ? 'Saved' : 'Changed', changed.size, links.length, outcome.error)
    }
    run({ ids: links.map(({ id }) => id), change, ended })
  }
  const said =
    (text: (all: string) => string) =>
    ({ length }: readonly Named[]) =>
      tell(text(counted(length, 'link')))

  const exportLinks = () => {
    const { change, file } = csvOf()
    start('Exporting', change, () => download(file(), 'links.csv'), { keep: true })
  }
  const saveQrCodes = (format: QrFormat) => {
    const { change, file } = qrCodesOf(links, format)
    const save = async () => download(await file(), 'qr-codes.zip')
    start('Generating QR codes for', change, save, { keep: true })
  }
  const panel = {
    count: links.length,
    progress: running ? (done / links.length) * 100 : undefined,
    error: refused,
    save: (fields: Parameters<typeof changeFields>[0]) =>
      start(
        'Changing',
        changeFields(fields),
        said((all) => `Changed ${all}`),
      ),
    close: () => {
      setForm(undefined)
      setRefused(undefined)
    },
  }
  return (
    <>
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
              action="Move"
              pick={(folder) =>
                start(
                  'Moving',
                  moveTo(folder?.id ?? null),
                  said((all) =>
                    folder ? `Moved ${all} to ${folder.name}` : `Took ${all} out of folders`,
                  ),
                )
              }
            />
            <LabelMenu
              kind="tag"
              action="Tag"
              pick={(tag) =>
                tag &&
                start(
                  'Tagging',
                  tagWith(tag.id, 'add'),
                  said((all) => `Tagged ${all} ${tag.name}`),
                )
              }
            />
            <LabelMenu
              kind="tag"
              action="Untag"
              pick={(tag) =>
                tag &&
                start(
                  'Untagging',
                  tagWith(tag.id, 'remove'),
                  said((all) => `Removed ${tag.name} from ${all}`),
                )
              }
            />
            <BulkMenu {...{ count: links.length, open: setForm, exportLinks, saveQrCodes }} />
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
      {form === 'Domain' && <BulkDomain {...panel} />}
      {form && form !== 'Domain' && <BulkFields title={form} {...panel} />}
      {failed.length > 0 && (
        <BulkFailures failed={failed} links={selection} close={() => setFailed([])} />
      )}
    </>
  )
}
