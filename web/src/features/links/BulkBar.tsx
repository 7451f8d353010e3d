import { Button, CloseButton, Progress, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { text } from '#messages/links-bulk.ts'
import { text as words } from '#messages/shared.ts'
import { download } from '../../shared/download.ts'
import { showFailure } from '../../shared/failure.ts'
import type { Filters } from '../../shared/filter-values.rules.ts'
import { TrashIcon } from '../../shared/icons.tsx'
import classes from './BulkBar.module.css'
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
import { showMissing, tell } from './bulk-notices.ts'
import { showDeleted } from './DeletedNotice.tsx'
import { csvOf } from './export.queries.ts'
import { LabelMenu } from './LabelMenu.tsx'
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
  const [doing, setDoing] = useState(text.changing)
  const [form, setForm] = useState<BulkForm>()
  const [refused, setRefused] = useState<unknown>()
  const [failed, setFailed] = useState<readonly Failure[]>([])
  const links = [...selection.values()]
  const clear = () => setSelection(() => new Map())

  /** Links that could not be changed stay selected, and with `keep` all that exist. */
  const start = (
    progress: typeof doing,
    change: Change,
    show: (changed: readonly Named[]) => unknown,
    { saveOnly = false } = {},
  ) => {
    setDoing(progress)
    setRefused(undefined)
    const ended = (outcome: Outcome) => {
      const changed = new Set(outcome.changed)
      const missing = new Set(outcome.missing)
      const over = links.filter(({ id }) => missing.has(id) || (!saveOnly && changed.has(id)))
      setSelection((before) => withLinks(before, over, false))
      if (changed.size > 0) show(links.filter(({ id }) => changed.has(id)))
      if (missing.size > 0) showMissing(missing.size)
      setFailed(outcome.failed)
      // A form shows what is wrong with its fields.
      if (form && outcome.error && changed.size === 0) return setRefused(outcome.error)
      setForm(undefined)
      const some = saveOnly ? text.savedSome : text.changedSome
      if (outcome.error)
        showFailure(some({ changed: changed.size, links: links.length }), outcome.error)
    }
    run({ ids: links.map(({ id }) => id), change, ended })
  }
  const doneText =
    (sentence: (links: number) => string) =>
    ({ length }: readonly Named[]) =>
      tell(sentence(length))

  const exportLinks = () => {
    const { change, file } = csvOf()
    start(text.exporting, change, () => download(file(), 'links.csv'), { saveOnly: true })
  }
  const saveQrCodes = (format: QrFormat) => {
    const { change, file } = qrCodesOf(links, format)
    const save = async () => download(await file(), 'qr-codes.zip')
    start(text.generating, change, save, { saveOnly: true })
  }
  const panel = {
    count: links.length,
    progress: running ? (done / links.length) * 100 : undefined,
    error: refused,
    save: (fields: Parameters<typeof changeFields>[0]) =>
      start(text.changing, changeFields(fields), doneText(text.changed)),
    close: () => {
      setForm(undefined)
      setRefused(undefined)
    },
  }
  return (
    <>
      <section aria-label={text.selectedLinks} className={classes.bulk}>
        <Text size="sm" fw={550} role="status">
          {running
            ? text.progress({ action: doing, done, links: links.length })
            : text.selected(links.length)}
        </Text>
        {running ? (
          <Progress
            w={160}
            value={(done / links.length) * 100}
            aria-label={doing}
            transitionDuration={200}
          />
        ) : (
          <>
            <SelectAll {...{ filters, total, selection, setSelection }} />
            <LabelMenu
              kind="folder"
              action={text.move}
              pick={(folder) =>
                start(
                  text.moving,
                  moveTo(folder?.id ?? null),
                  doneText((all) =>
                    folder ? text.moved({ links: all, folder: folder.name }) : text.tookOut(all),
                  ),
                )
              }
            />
            <LabelMenu
              kind="tag"
              action={text.tag}
              pick={(tag) =>
                tag &&
                start(
                  text.tagging,
                  tagWith(tag.id, 'add'),
                  doneText((all) => text.tagged({ links: all, tag: tag.name })),
                )
              }
            />
            <LabelMenu
              kind="tag"
              action={text.untag}
              pick={(tag) =>
                tag &&
                start(
                  text.untagging,
                  tagWith(tag.id, 'remove'),
                  doneText((all) => text.untagged({ links: all, tag: tag.name })),
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
                start(text.deleting, deleteLinks, (deleted) => showDeleted(deleted, queries))
              }
            >
              {words.delete}
            </Button>
            <CloseButton aria-label={text.selectNone} onClick={clear} />
          </>
        )}
      </section>
      {form === 'domain' && (
        <BulkDomain {...panel} clicks={links.reduce((sum, { clicks = 0 }) => sum + clicks, 0)} />
      )}
      {form && form !== 'domain' && <BulkFields form={form} {...panel} />}
      {failed.length > 0 && (
        <BulkFailures failed={failed} links={selection} close={() => setFailed([])} />
      )}
    </>
  )
}
