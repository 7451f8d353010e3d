import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useDomains } from '../../api/choices.ts'
import { useEditing } from './form-context.ts'
import { FolderField, TagsField } from './LabelFields.tsx'
import classes from './LinkPanel.module.css'
import { useSlugCheck } from './link.queries.ts'
import { DestinationInput } from './UrlInput.tsx'

const CHECK_MS = 250

/** The fields that every link has. */
export function BasicFields() {
  const { form, link } = useEditing()
  return (
    <>
      <DestinationInput />
      <SlugField />
      <TextInput
        label="Title"
        placeholder={link ? undefined : 'Fetched from the page if empty'}
        {...form.getInputProps('title')}
      />
      <FolderField />
      <TagsField />
    </>
  )
}

function SlugField() {
  const { form, link } = useEditing()
  const { data: domains } = useDomains()
  const domain = domains?.items.find(({ id }) => `${id}` === form.values.domain_id)
  const own = link ? [{ id: link.domain_id, name: link.domain }] : []
  const choices = domains?.items ?? own
  const { error: refused, ...slug } = form.getInputProps('slug')
  const said = useAvailability()
  return (
    <div>
      <div className={classes.slug}>
        <Select
          label="Domain"
          allowDeselect={false}
          data={choices.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          {...form.getInputProps('domain_id')}
        />
        <TextInput
          label="Slug"
          placeholder={link ? undefined : 'Leave empty to generate'}
          spellCheck={false}
          autoCapitalize="off"
          {...slug}
          error={refused ?? said.wrong}
          description={said.right}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      {domain && !domain.verified && (
        <p role="note" className={classes.final}>
          {domain.name} is not verified yet: its links lead nowhere until it is.
        </p>
      )}
    </div>
  )
}

const REASONS: Record<string, string> = {
  taken: 'is taken on this domain',
  reserved_slug: 'is a reserved word',
  invalid_slug: 'may hold letters, digits and - _ . ~',
  too_long: 'is too long',
}

/** Checks whether the slug is available, shortly after it was typed. */
function useAvailability(): { right?: string; wrong?: string } {
  const { form, link } = useEditing()
  const [slug] = useDebouncedValue(form.values.slug.trim(), CHECK_MS)
  const domainId = Number(form.values.domain_id)
  const own = link?.slug === slug && link.domain_id === domainId
  const { data } = useSlugCheck(domainId, own ? '' : slug)
  if (own || slug === '' || slug !== form.values.slug.trim() || !data) return {}
  if (data.available) return { right: 'Available' }
  return { wrong: REASONS[data.reason ?? ''] ?? 'cannot be had' }
}
