import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { text } from '#messages/link-form.ts'
import { text as words } from '#messages/shared.ts'
import { useDraftOwner } from '../../api/draft-owner.ts'
import { useCan, useTimeZone } from '../../api/me.ts'
import { Editable } from '../../shared/Editable.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useSaving } from '../../shared/saving.ts'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { draftOf } from './draft.ts'
import { EditorSections } from './EditorSections.tsx'
import { PartFields } from './FieldInput.tsx'
import { FormContext } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { storeLastDomain } from './last-domain.ts'
import { type Link, useSaveLink } from './link.queries.ts'
import { LABELS } from './link-fields.rules.ts'
import { type LinkForm, rebased, toForm, withKeys, withoutUntouched } from './link-form.rules.ts'
import { TryOut } from './TryOut.tsx'

interface LinkEditorProps {
  /** The link to edit; undefined creates one. */
  link: Link | undefined
  /** The fields of a new link. */
  fields?: Partial<Link>
  /** The name of the draft of a new link. */
  draft?: string
  saved: (link: Link) => void
  /** Absent for a form that stays open. */
  close?: (() => void) | undefined
}

/** The form of a link: the basic fields, and sections for optional features. */
export function LinkEditor({ link, fields = {}, draft = 'new', saved, close }: LinkEditorProps) {
  const zone = useTimeZone()
  const owner = useDraftOwner()
  /** The version of the link that the form began with, was saved as, or has taken over. */
  const [{ version, stored }, setBase] = useState(() => ({
    version: link?.updated_at ?? '',
    stored: toForm(link ?? fields, zone),
  }))
  const storedDraft = useMemo(
    () => draftOf(link?.id ?? draft, `${owner} ${version} ${zone}`),
    [link?.id, draft, owner, version, zone],
  )
  // What is below the first fields is rendered after these can be used.
  const whole = useDeferredValue(true, false)
  const writes = useCan()('link:write')
  const [restored, setRestored] = useState(storedDraft.read)
  const save = useSaveLink(link, zone)
  const form = useSaving<LinkForm, Link>({
    initial: { ...stored, ...restored },
    labels: LABELS,
    ownDraft: true,
    save: (values, signal) => save(withoutUntouched(values), signal),
    saved(made) {
      storedDraft.drop()
      setRestored(undefined)
      // What was typed while it was saved stays.
      if (link) take(made, (now) => rebased(typed.current, entered, now))
      else storeLastDomain(made.domain_id)
      saved(made)
      close?.()
    },
  })
  const { values } = form
  const typed = useRef(values)
  typed.current = values
  const take = (now: Link, merged: (fresh: LinkForm) => LinkForm) => {
    const fresh = withKeys(toForm(now, zone), values)
    setBase({ version: now.updated_at, stored: fresh })
    form.set(merged(fresh))
  }
  // Somebody else has changed the link: what was typed here stays.
  useEffect(() => {
    if (link && link.updated_at !== version) take(link, (now) => rebased(values, stored, now))
  }, [link, version])
  const entered = useMemo(() => withoutUntouched(values), [values])
  const changed = !isEqual(entered, stored)
  useEffect(
    () => (changed ? storedDraft.store(entered) : storedDraft.drop()),
    [changed, entered, storedDraft],
  )
  const discard = () => {
    form.set(stored)
    setRestored(undefined)
  }
  const submit = () => {
    // Also out of the form, whose rows the errors of the API count.
    form.set(entered)
    form.submit()
  }
  useShortcuts({ 'mod enter': submit })

  return (
    <FormContext value={{ form, link, zone }}>
      <form
        className={classes.panel}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack gap="md">
          {restored && <RestoredNotice discard={discard} />}
          <ProblemNotice error={form.error} labels={LABELS} shows={form.shows} />
          <Editable scope="link:write">
            <PartFields part="basic" />
          </Editable>
        </Stack>
        {whole && (
          <div className={classes.rest}>
            <EditorSections />
            {link && <TryOut link={link} changed={changed} />}
          </div>
        )}
        <div className={classes.save}>
          {close && (
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
          )}
          <Button type="submit" loading={form.saving} disabled={!writes}>
            {link ? words.save : text.createLink}
          </Button>
        </div>
      </form>
    </FormContext>
  )
}

const isEqual = (one: LinkForm, other: LinkForm): boolean =>
  JSON.stringify(one) === JSON.stringify({ ...one, ...other })

const RestoredNotice = ({ discard }: { discard: () => void }) => (
  <Alert variant="light" role="status">
    <Group justify="space-between">
      <Text size="sm">{text.restoredDraft}</Text>
      <Button size="compact-sm" variant="default" onClick={discard}>
        {text.discard}
      </Button>
    </Group>
  </Alert>
)
