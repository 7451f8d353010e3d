import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { text } from '#messages/domains.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { DnsSteps } from './DnsSteps.tsx'
import { type Domain, saveDomain } from './domain.queries.ts'

const QUERIES = [
  { value: 'merge', label: text.queries.merge },
  { value: 'override', label: text.queries.override },
  { value: 'off', label: text.queries.off },
]
const TARGETS = ['root_url', 'not_found_url', 'expired_url'] as const
const LABELS = text.settings

/** The settings of a domain, and its verification. */
export function DomainPanel({ domain, close }: { domain: Domain; close: () => void }) {
  const form = useSaving({
    initial: {
      slug_length: domain.slug_length,
      forward_query: domain.forward_query,
      case_sensitive: domain.case_sensitive,
      allow_preview: domain.allow_preview,
      is_default: domain.is_default,
      root_url: domain.root_url ?? '',
      not_found_url: domain.not_found_url ?? '',
      expired_url: domain.expired_url ?? '',
    },
    save: ({ forward_query, root_url, not_found_url, expired_url, ...rest }) =>
      saveDomain(domain.id, {
        ...rest,
        forward_query,
        root_url: root_url || null,
        not_found_url: not_found_url || null,
        expired_url: expired_url || null,
      }),
    changes: ['domain'],
    saved: close,
  })
  const { values, set, errorOf } = form
  return (
    <FormPanel {...form} title={domain.name} save={words.save} labels={LABELS} close={close}>
      <DnsSteps domain={domain} />
      <NumberInput
        label={LABELS.slug_length}
        min={3}
        max={64}
        allowDecimal={false}
        value={values.slug_length}
        error={errorOf('slug_length')}
        onChange={(length) => typeof length === 'number' && set({ slug_length: length })}
      />
      <Select
        label={LABELS.forward_query}
        allowDeselect={false}
        data={QUERIES}
        value={values.forward_query}
        error={errorOf('forward_query')}
        onChange={(query) => query && set({ forward_query: query as typeof values.forward_query })}
      />
      {TARGETS.map((name) => (
        <TextInput
          key={name}
          type="url"
          label={LABELS[name]}
          placeholder={text.defaultPage}
          value={values[name]}
          error={errorOf(name)}
          onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
        />
      ))}
      <Switch
        label={text.newLinksBeginHere}
        checked={values.is_default}
        onChange={({ currentTarget }) => set({ is_default: currentTarget.checked })}
      />
      <Switch
        label={text.caseSensitive}
        checked={values.case_sensitive}
        onChange={({ currentTarget }) => set({ case_sensitive: currentTarget.checked })}
      />
      <Switch
        label={text.allowPreview}
        checked={values.allow_preview}
        onChange={({ currentTarget }) => set({ allow_preview: currentTarget.checked })}
      />
    </FormPanel>
  )
}
