import { Button, Select, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import { text } from '#messages/link-form.ts'
import { useDomains } from '../../api/choices.ts'
import { LockIcon } from '../../shared/icons.tsx'
import { useEditing } from './form-context.ts'
import classes from './LinkPanel.module.css'
import { useSlugCheck } from './link.queries.ts'

const CHECK_MS = 250

/** The domain and the slug of the short URL: locked at first if visitors use it, for it may be printed. */
export function SlugField() {
  const { form, link } = useEditing()
  const { data: domains } = useDomains()
  const domain = domains?.items.find(({ id }) => `${id}` === form.values.domain_id)
  const own = link ? [{ id: link.domain_id, name: link.domain }] : []
  const choices = domains?.items ?? own
  const slug = form.field('slug')
  const availability = useAvailability()
  const used = (link?.clicks ?? 0) > 0
  // A restored draft may have another one.
  const moved = link && (slug.value !== link.slug || form.values.domain_id !== `${link.domain_id}`)
  const [unlocked, unlock] = useState(false)
  const locked = used && !unlocked && !moved
  return (
    <div>
      <div className={classes.slug}>
        <Select
          {...form.field('domain_id')}
          allowDeselect={false}
          readOnly={locked}
          data={choices.map(({ id, name }) => ({ value: `${id}`, label: name }))}
        />
        <TextInput
          {...slug}
          placeholder={link ? undefined : text.slugGenerated}
          readOnly={locked}
          spellCheck={false}
          autoCapitalize="off"
          error={slug.error ?? availability.wrong}
          description={availability.right}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
        />
      </div>
      {locked && (
        <Button
          mt={6}
          size="compact-sm"
          variant="default"
          leftSection={<LockIcon size={14} />}
          onClick={() => unlock(true)}
        >
          {text.changeAddress}
        </Button>
      )}
      {link && used && !locked && (
        <p role="note" className={classes.final}>
          {text.oldAddress({ clicks: link.clicks, address: `${link.domain}/${link.slug}` })}
        </p>
      )}
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
