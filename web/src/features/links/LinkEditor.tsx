import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useDeferredValue, useState } from 'react'
import { text } from '#messages/link-form.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { ProblemError } from '../../api/problem.ts'
import { Editable } from '../../shared/Editable.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { BasicFields } from './BasicFields.tsx'
import type { Draft } from './draft.ts'
import { EditorSections } from './EditorSections.tsx'
import { FormContext } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { keepLastDomain } from './last-domain.ts'
import { type Link, useSaveLink } from './link.queries.ts'
import { type LinkForm, withoutUntouched } from './link-form.rules.ts'
import { LABELS } from './link-labels.rules.ts'
import { TryOut } from './TryOut.tsx'

interface LinkEditorProps {
  form: LinkForm
  link: Link | undefined
  draft: Draft
  saved: (link: Link) => void
  /** Absent for a form that stays open. */
  close?: (() => void) | undefined
}

/** The form of a link: the basic fields, and sections for optional features. */
export function LinkEditor({ form: stored, link, draft, saved, close }: LinkEditorProps) {
  const save = useSaveLink(link)
  // What is below the first fields is rendered after these can be used.
  const whole = useDeferredValue(true, false)
  const writes = useCan()('link:write')
  const [restored, setRestored] = useState(draft.read)
  const form = useForm<LinkForm>({
    initialValues: { ...stored, ...restored },
    onValuesChange: (changed) => {
      const values = withoutUntouched(changed)
      if (save.isError) save.reset()
      if (isEqual(values, stored)) draft.drop()
      else draft.keep(values)
    },
  })
  const discard = () => {
    form.setValues(stored)
    draft.drop()
    setRestored(undefined)
  }
  const submit = form.onSubmit(async (entered) => {
    // Also out of the form, whose rows the errors of the API count.
    const values = withoutUntouched(entered)
    form.setValues(values)
    try {
      const made = await save.mutateAsync(values)
      draft.drop()
      if (!link) keepLastDomain(made.domain_id)
      saved(made)
      close?.()
    } catch (error) {
      form.setErrors(error instanceof ProblemError ? error.fields : {})
    }
  })
  useShortcuts({ 'mod enter': () => submit() })

  return (
    <FormContext value={{ form, link }}>
      <form className={classes.panel} onSubmit={submit} noValidate>
        <Stack gap="md">
          {restored && <RestoredNotice discard={discard} />}
          <ProblemNotice error={save.error} labels={LABELS} />
          <Editable scope="link:write">
            <BasicFields />
          </Editable>
        </Stack>
        {whole && (
          <div className={classes.rest}>
            <EditorSections />
            {link && (
              <TryOut link={link} changed={!isEqual(withoutUntouched(form.values), stored)} />
            )}
          </div>
        )}
        <div className={classes.save}>
          {close && (
            <Button variant="default" onClick={close}>
              {words.cancel}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} disabled={!writes}>
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
