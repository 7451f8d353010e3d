import { Checkbox, Group, Progress, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { counted } from '../../shared/counted.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { completeUrl } from '../../shared/url-input.rules.ts'
import type { SharedFields } from './bulk.queries.ts'
import { LABELS } from './link-labels.rules.ts'
import { UTM, type UtmField } from './utm.rules.ts'

interface SharedField {
  name: UtmField | 'expires_at' | 'expires_after' | 'expire_url'
  type?: 'datetime-local' | 'number' | 'url'
  /** The value in the API of what was typed. */
  read: (typed: string) => string | number
}

/** Fields that are changed together, by the title of their form. */
export const SHARED_FIELDS = {
  Expiry: [
    {
      name: 'expires_at',
      type: 'datetime-local',
      read: (typed) => new Date(typed).toISOString(),
    },
    { name: 'expires_after', type: 'number', read: Number },
    { name: 'expire_url', type: 'url', read: completeUrl },
  ],
  'UTM parameters': UTM.map((name) => ({
    name: `utm_${name}` as const,
    read: (typed: string) => typed.trim(),
  })),
} satisfies Record<string, readonly SharedField[]>

export interface BulkPanelProps {
  count: number
  /** The share of links that are done, in percent, while they are being changed. */
  progress: number | undefined
  error: unknown
  save: (fields: SharedFields) => void
  close: () => void
}

/** Sets or clears fields of the selected links. */
export function BulkFields({
  title,
  count,
  progress,
  error,
  save,
  close,
}: BulkPanelProps & { title: keyof typeof SHARED_FIELDS }) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [cleared, setCleared] = useState<Record<string, boolean>>({})
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  const fields: readonly SharedField[] = SHARED_FIELDS[title]
  const change = Object.fromEntries(
    fields.flatMap(({ name, read }): [string, string | number | null][] => {
      if (cleared[name]) return [[name, null]]
      const text = typed[name] ?? ''
      return text.trim() === '' ? [] : [[name, read(text)]]
    }),
  )
  return (
    <FormPanel
      title={`${title} of ${counted(count, 'link')}`}
      save={`Change ${counted(count, 'link')}`}
      saving={progress !== undefined}
      error={error}
      labels={LABELS}
      submit={() => Object.keys(change).length > 0 && save(change)}
      close={close}
    >
      <Text size="sm" c="dimmed">
        Empty fields are not changed.{' '}
        {title === 'Expiry' && `The date is in your time zone, ${zone}.`}
      </Text>
      {fields.map(({ name, type = 'text' }, i) => (
        <Group key={name} align="end" wrap="nowrap">
          <TextInput
            flex={1}
            label={LABELS[name]}
            type={type}
            data-autofocus={i === 0 || undefined}
            min={type === 'number' ? 1 : undefined}
            disabled={cleared[name] ?? false}
            value={typed[name] ?? ''}
            onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [name]: value })}
          />
          <Checkbox
            mb={8}
            label="Clear"
            aria-label={`Clear ${LABELS[name]}`}
            checked={cleared[name] ?? false}
            onChange={({ currentTarget: { checked } }) =>
              setCleared({ ...cleared, [name]: checked })
            }
          />
        </Group>
      ))}
      {progress !== undefined && <Progress value={progress} aria-label="Changing links" />}
    </FormPanel>
  )
}
