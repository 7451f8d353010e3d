import type { Schemas } from '@fingerpost/client'
import { Checkbox, SimpleGrid, Text, TextInput } from '@mantine/core'
import { text } from '#messages/keys.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { createKey, type KeyForm, SCOPE_LABELS, SCOPES } from './key.queries.ts'
import { KEY_LABELS } from './key.rules.ts'

const initial: KeyForm = { name: '', scopes: ['link:read', 'link:write'], expires_at: '' }

interface KeyPanelProps {
  close: () => void
  created: (key: Schemas['CreatedKey']) => void
}

/** A new API key: its name, scopes, and expiry. */
export function KeyPanel({ close, created }: KeyPanelProps) {
  const form = useSaving({
    initial,
    labels: KEY_LABELS,
    save: createKey,
    changes: ['key'],
    saved: created,
  })
  const { values, set, field } = form
  return (
    <FormPanel {...form} title={text.createKey} save={words.create} close={close}>
      <TextInput {...field('name')} description={text.nameTheApp} required data-autofocus />
      <Checkbox.Group {...field('scopes')}>
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
      <TextInput type="date" {...field('expires_at')} description={text.neverExpires} />
    </FormPanel>
  )
}
