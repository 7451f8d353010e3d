import type { Schemas } from '@fingerpost/client'
import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { createKey, type KeyForm, type Scope } from './key.queries.ts'

/** Labels of the scopes. */
export const SCOPES: readonly [Scope, string][] = [
  ['link:read', 'Read links'],
  ['link:write', 'Create and change links'],
  ['analytics:read', 'Read analytics'],
  ['catalog:read', 'Read folders, tags and domains'],
  ['catalog:write', 'Change folders, tags and domains'],
  ['bio:read', 'Read the bio page'],
  ['bio:write', 'Change the bio page'],
  ['key:manage', 'Manage API keys'],
  ['webhook:manage', 'Manage webhooks'],
  ['member:read', 'Read members'],
  ['member:write', 'Invite and manage members'],
  ['audit:read', 'Read the audit log'],
]
const LABELS = { scopes: 'Permissions', expires_at: 'Expires' }
const initial: KeyForm = { name: '', scopes: ['link:read', 'link:write'], expires: '' }

interface KeyPanelProps {
  close: () => void
  created: (key: Schemas['CreatedKey']) => void
}

/** A new API key: its name, scopes, and expiry. */
export function KeyPanel({ close, created }: KeyPanelProps) {
  const form = useSaving({ initial, save: createKey, changes: ['key'], saved: created })
  const { values, set, errorOf } = form
  return (
    <FormPanel {...form} title="Create API key" save="Create" labels={LABELS} close={close}>
      <TextInput
        label="Name"
        description="Name the app that uses it, so that you know which key to revoke"
        required
        data-autofocus
        value={values.name}
        error={errorOf('name')}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <Checkbox.Group
        label={LABELS.scopes}
        error={errorOf('scopes')}
        value={values.scopes}
        onChange={(scopes) => set({ scopes: scopes as Scope[] })}
      >
        <SimpleGrid cols={1} spacing="xs" mt="xs">
          <Checkbox
            label="Everything"
            checked={values.scopes.length === SCOPES.length}
            indeterminate={values.scopes.length > 0 && values.scopes.length < SCOPES.length}
            onChange={({ currentTarget }) =>
              set({ scopes: currentTarget.checked ? SCOPES.map(([scope]) => scope) : [] })
            }
          />
          {SCOPES.map(([scope, does]) => (
            <Checkbox
              key={scope}
              value={scope}
              label={
                <>
                  {does}{' '}
                  <Text span size="xs" c="dimmed" className="mono">
                    {scope}
                  </Text>
                </>
              }
            />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <TextInput
        type="date"
        label={LABELS.expires_at}
        description="If empty, the key never expires"
        value={values.expires}
        error={errorOf('expires_at')}
        onChange={({ currentTarget }) => set({ expires: currentTarget.value })}
      />
    </FormPanel>
  )
}
