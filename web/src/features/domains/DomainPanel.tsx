import { NumberInput, Select, Switch, TextInput } from '@mantine/core'
import { text } from '#messages/domains.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { DnsSteps } from './DnsSteps.tsx'
import { type Domain, type DomainForm, saveDomain } from './domain.queries.ts'
import { DOMAIN_LABELS } from './domain.rules.ts'

const QUERIES = [
  { value: 'merge', label: text.queries.merge },
  { value: 'override', label: text.queries.override },
  { value: 'off', label: text.queries.off },
]

/** The settings of a domain, and its verification. */
export function DomainPanel({ domain, close }: { domain: Domain; close: () => void }) {
  const initial: DomainForm = {
    slug_length: domain.slug_length,
    forward_query: domain.forward_query,
    root_url: domain.root_url ?? '',
    not_found_url: domain.not_found_url ?? '',
    expired_url: domain.expired_url ?? '',
    is_default: domain.is_default,
    case_sensitive: domain.case_sensitive,
    allow_preview: domain.allow_preview,
  }
  const form = useSaving({
    initial,
    labels: DOMAIN_LABELS,
    save: (values) => saveDomain(domain.id, values),
    changes: ['domain'],
    saved: close,
  })
  const { set, field } = form
  return (
    <FormPanel {...form} title={domain.name} save={words.save} close={close}>
      <DnsSteps domain={domain} />
      <NumberInput
        {...field('slug_length')}
        min={3}
        max={64}
        allowDecimal={false}
        onChange={(length) => typeof length === 'number' && set({ slug_length: length })}
      />
      <Select {...field('forward_query')} allowDeselect={false} data={QUERIES} />
      {(['root_url', 'not_found_url', 'expired_url'] as const).map((name) => (
        <TextInput key={name} type="url" {...field(name)} placeholder={text.defaultPage} />
      ))}
      {(['is_default', 'case_sensitive', 'allow_preview'] as const).map((name) => (
        <Switch key={name} {...field(name)} />
      ))}
    </FormPanel>
  )
}
