import { Accordion, Button, Group, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { notifications } from '@mantine/notifications'
import { ProblemError } from '../../api/problem.ts'
import { CopyButton } from '../../shared/CopyButton.tsx'
import { ProblemNotice } from '../../shared/ProblemNotice.tsx'
import { useShortcuts } from '../../shared/shortcuts.ts'
import { BasicFields } from './BasicFields.tsx'
import { EDITOR_SECTIONS } from './editor-sections.tsx'
import { FormContext } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { type Link, useSaveLink } from './link.queries.ts'
import type { LinkForm } from './link-form.rules.ts'
import { TryOut } from './TryOut.tsx'

interface LinkEditorProps {
  form: LinkForm
  link: Link | undefined
  close: () => void
}

/** The form of a link: the basic fields, and sections for optional features. */
export function LinkEditor({ form: initialValues, link, close }: LinkEditorProps) {
  const save = useSaveLink(link)
  const form = useForm<LinkForm>({
    initialValues,
    onValuesChange: () => {
      if (save.isError) save.reset()
    },
  })
  const submit = form.onSubmit(async (values) => {
    try {
      const saved = await save.mutateAsync(values)
      notifications.show({ message: <SavedNotice link={saved} made={!link} /> })
      close()
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
          <ProblemNotice error={save.error} />
          <BasicFields />
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
                <Fields />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
        {link && <TryOut link={link} changed={form.isDirty()} />}
        <div className={classes.save}>
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" loading={save.isPending}>
            {link ? 'Save' : 'Create link'}
          </Button>
        </div>
      </form>
    </FormContext>
  )
}

const SavedNotice = ({
  link: { domain, slug, short_url },
  made,
}: {
  link: Link
  made: boolean
}) => (
  <Group justify="space-between" wrap="nowrap">
    <Text size="sm" lineClamp={2}>
      {made ? 'Created' : 'Saved'} {domain}/{slug}
    </Text>
    <CopyButton value={short_url} label="Copy the short URL" />
  </Group>
)
