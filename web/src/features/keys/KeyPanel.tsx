import type { Schemas } from '@fingerpost/client'
import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { text } from '#messages/keys.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { createKey, type KeyForm, type Scope } from './key.queries.ts'

const SCOPE_LABELS: Readonly<Record<Scope, string>> = text.scopes
export const SCOPES = Object.keys(SCOPE_LABELS) as Scope[]
const LABELS = { scopes: text.permissions, expires_at: text.expires }
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
    <FormPanel {...form} title={text.createKey} save={words.create} labels={LABELS} close={close}>
      <TextInput
        label={words.name}
        description={text.nameTheApp}
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
            label={text.everything}
            checked={values.scopes.length === SCOPES.length}
            indeterminate={values.scopes.length > 0 && values.scopes.length < SCOPES.length}
            onChange={({ currentTarget }) => set({ scopes: currentTarget.checked ? SCOPES : [] })}
          />
          {SCOPES.map((scope) => (
            <Checkbox
              key={scope}
              value={scope}
              label={
                <>
                  {SCOPE_LABELS[scope]}{' '}
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
        description={text.neverExpires}
        value={values.expires}
        error={errorOf('expires_at')}
        onChange={({ currentTarget }) => set({ expires: currentTarget.value })}
      />
    </FormPanel>
  )
}
