import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { text } from '#messages/link-form.ts'
import { text as fields } from '#messages/link-form-fields.ts'
import { useDomains } from '../../api/choices.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import { useEditing } from './form-context.ts'
import { FolderField, TagsField } from './LabelFields.tsx'
import classes from './LinkPanel.module.css'
import { usePreview, useSlugCheck } from './link.queries.ts'
import { DestinationInput } from './UrlInput.tsx'

const CHECK_MS = 250
/** Longer, because every preview requests the page. */
const LOOK_MS = 600

/** The fields that every link has. */
export function BasicFields() {
  const { form, link } = useEditing()
  const { favicon, title } = usePageLook()
  return (
    <>
      <DestinationInput
        leftSection={favicon && <img src={favicon} alt="" width={16} height={16} />}
      />
      <SlugField />
      <TextInput
        label={text.title}
        placeholder={title ?? (link ? undefined : text.titleFetched)}
        {...form.getInputProps('title')}
      />
      <FolderField />
      <TagsField />
    </>
  )
}

/** Icon and title of the destination's page, shortly after its URL is typed. */
function usePageLook(): { favicon?: string | undefined; title?: string | null | undefined } {
  const { form, link } = useEditing()
  const typed = completeUrl(form.values.url)
  const [url] = useDebouncedValue(typed, LOOK_MS)
  const kept = link !== undefined && typed === link.url
  const { data } = usePreview(kept || url !== typed || !isPage(url) ? undefined : url)
  return kept ? { favicon: link.favicon } : (data ?? {})
}

const isPage = (url: string): boolean => /^https?:$/.test(URL.parse(url)?.protocol ?? '')

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
          label={fields.domain_id}
          allowDeselect={false}
          data={choices.map(({ id, name }) => ({ value: `${id}`, label: name }))}
          {...form.getInputProps('domain_id')}
        />
        <TextInput
          label={text.slug}
          placeholder={link ? undefined : text.slugGenerated}
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
          {text.domainNotVerified(domain.name)}
        </p>
      )}
    </div>
  )
}

const REFUSED: Readonly<Record<string, string>> = text.slugRefused

/** Checks whether the slug is available, shortly after it was typed. */
function useAvailability(): { right?: string; wrong?: string } {
  const { form, link } = useEditing()
  const [slug] = useDebouncedValue(form.values.slug.trim(), CHECK_MS)
  const domainId = Number(form.values.domain_id)
  const own = link?.slug === slug && link.domain_id === domainId
  const { data } = useSlugCheck(domainId, own ? '' : slug)
  if (own || slug === '' || slug !== form.values.slug.trim() || !data) return {}
  if (data.available) return { right: text.slugAvailable }
  return { wrong: REFUSED[data.reason ?? ''] ?? text.slugUnavailable }
}
