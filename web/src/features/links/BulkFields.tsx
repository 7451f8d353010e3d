import { Checkbox, Group, Progress, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-bulk.ts'
import { useTimeZone } from '../../api/me.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { instantOf } from '../../shared/local-time.rules.ts'
import { completeUrl } from '../../shared/url-input.rules.ts'
import type { SharedFields } from './bulk.queries.ts'
import { LABELS } from './link-labels.rules.ts'
import { UTM, type UtmField } from './utm.rules.ts'

interface SharedField {
  name: UtmField | 'expires_at' | 'expires_after' | 'expire_url'
  type?: 'datetime-local' | 'number' | 'url'
  /** The value in the API of what was typed. */
  read: (typed: string, zone: string) => string | number
}

/** Fields that are changed together, by their form. */
export const SHARED_FIELDS = {
  expiry: [
    {
      name: 'expires_at',
      type: 'datetime-local',
      read: (typed, zone) => instantOf(zone, typed),
    },
    { name: 'expires_after', type: 'number', read: (typed) => Number(typed) },
    { name: 'expire_url', type: 'url', read: (typed) => completeUrl(typed) },
  ],
  utm: UTM.map((name) => ({
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
  form,
  count,
  progress,
  error,
  save,
  close,
}: BulkPanelProps & { form: keyof typeof SHARED_FIELDS }) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [cleared, setCleared] = useState<Record<string, boolean>>({})
  const zone = useTimeZone()
  const fields: readonly SharedField[] = SHARED_FIELDS[form]
  const change = Object.fromEntries(
    fields.flatMap(({ name, read }): [string, string | number | null][] => {
      if (cleared[name]) return [[name, null]]
      const value = typed[name] ?? ''
      return value.trim() === '' ? [] : [[name, read(value, zone)]]
    }),
  )
  return (
    <FormPanel
      title={text.titles[form](count)}
      save={text.change(count)}
      saving={progress !== undefined}
      error={error}
      labels={LABELS}
      submit={() => Object.keys(change).length > 0 && save(change)}
      close={close}
    >
      <Text size="sm" c="dimmed">
        {text.emptyIsKept} {form === 'expiry' && text.timeZone(zone)}
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
            label={text.clear}
            aria-label={text.clearField(LABELS[name] ?? name)}
            checked={cleared[name] ?? false}
            onChange={({ currentTarget: { checked } }) =>
              setCleared({ ...cleared, [name]: checked })
            }
          />
        </Group>
      ))}
      {progress !== undefined && <Progress value={progress} aria-label={text.changing.name} />}
    </FormPanel>
  )
}
