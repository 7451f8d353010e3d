import { TextInput } from '@mantine/core'
import { text } from '#messages/domains.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { hostOf } from '../../shared/url-input.rules.ts'
import { claimDomain, type Domain } from './domain.queries.ts'

interface ClaimPanelProps {
  close: () => void
  claimed: (domain: Domain) => void
}

/** Asks only for the name; verification and settings follow. */
export function ClaimPanel({ close, claimed }: ClaimPanelProps) {
  const form = useSaving({
    initial: { name: '' },
    labels: { name: words.name },
    save: ({ name }) => claimDomain(hostOf(name)),
    changes: ['domain'],
    saved: claimed,
  })
  return (
    <FormPanel {...form} title={text.add} save={words.add} close={close}>
      <TextInput
        {...form.field('name')}
        description={text.hostName}
        placeholder="go.shop.example"
        required
        data-autofocus
      />
    </FormPanel>
  )
}
