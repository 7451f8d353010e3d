import { Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { text } from '#messages/link-form.ts'
import { useDomains } from '../../api/choices.ts'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { useSlugCheck } from './link.queries.ts'

const CHECK_MS = 250

/** The domain and the slug of the short URL. */
export function SlugField() {
  const { form, link } = useEditing()
  const { data: domains } = useDomains()
  const domain = domains?.items.find(({ id }) => `${id}` === form.values.domain_id)
  const own = link ? [{ id: link.domain_id, name: link.domain }] : []
  const choices = domains?.items ?? own
  const slug = form.field('slug')
  const availability = useAvailability()
  return (
    <div>
      <div className={classes.slug}>
        <Select
          {...form.field('domain_id')}
          allowDeselect={false}
          data={choices.map(({ id, name }) => ({ value: `${id}`, label: name }))}
        />
        <TextInput
          {...slug}
          placeholder={link ? undefined : text.slugGenerated}
          spellCheck={false}
          autoCapitalize="off"
          error={slug.error ?? availability.wrong}
          description={availability.right}
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
