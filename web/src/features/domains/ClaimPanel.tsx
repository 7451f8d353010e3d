import { TextInput } from '@mantine/core'
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
    save: ({ name }) => claimDomain(hostOf(name)),
    changes: ['domain'],
    saved: claimed,
  })
  return (
    <FormPanel {...form} title="Add domain" save="Add" close={close}>
      <TextInput
        label="Name"
        description="Your host name, without https:// or a path"
        placeholder="go.shop.example"
        required
        data-autofocus
        value={form.values.name}
        error={form.errorOf('name')}
        onChange={({ currentTarget }) => form.set({ name: currentTarget.value })}
      />
    </FormPanel>
  )
}
