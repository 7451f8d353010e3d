import { Accordion, Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import { text } from '#messages/link-form.ts'
import { text as words } from '#messages/shared.ts'
import { useCan } from '../../api/me.ts'
import { ProblemError } from '../../api/problem.ts'
import { Editable } from '../../shared/Editable.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { BasicFields } from './BasicFields.tsx'
import type { Draft } from './draft.ts'
import { EDITOR_SECTIONS } from './editor-sections.tsx'
import { FormContext } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { keepLastDomain } from './last-domain.ts'
import { type Link, useSaveLink } from './link.queries.ts'
import type { LinkForm } from './link-form.rules.ts'
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
  const writes = useCan()('link:write')
  const [restored, setRestored] = useState(draft.read)
  const form = useForm<LinkForm>({
    initialValues: { ...stored, ...restored },
    onValuesChange: (values) => {
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
  const submit = form.onSubmit(async (values) => {
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

  const sections = EDITOR_SECTIONS.map((section) => ({
    ...section,
    // Becomes part of an element id, which must not contain spaces.
    value: section.name.replaceAll(/\W/g, ''),
    says: section.says(form.values, link),
  }))
  const set = sections.filter(({ says }) => says).map(({ value }) => value)
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
        <Accordion multiple defaultValue={set} variant="default" mt="lg" order={3}>
          {sections.map(({ name, value, icon: Icon, says, fields: Fields }) => (
            <Accordion.Item key={value} value={value}>
              <Accordion.Control icon={<Icon size={20} />}>
                <span style={{ display: 'flex' }}>
                  {name}
                  <span className={`clip ${classes.said}`}>{says}</span>
                </span>
              </Accordion.Control>
              <Accordion.Panel>
                <Editable scope="link:write" quiet>
                  <Fields />
                </Editable>
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
        {link && <TryOut link={link} changed={!isEqual(form.values, stored)} />}
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
