import { Box, Checkbox, Group, Progress, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { text } from '#messages/links-bulk.ts'
import { useTimeZone } from '../../api/me.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import type { SharedFields } from './bulk.queries.ts'
import { ExpiryInput, type ExpiryInputProps } from './ExpiryInput.tsx'
import { fieldsOf, LABELS, LINK_FIELDS } from './link-fields.rules.ts'

/** The parts of a link whose fields are changed together. */
export type SharedPart = 'expiry' | 'utm'

const TYPES = { count: 'number', url: 'url', text: 'text' } as const

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
}: BulkPanelProps & { form: SharedPart }) {
  const [typed, setTyped] = useState<Record<string, string>>({})
  const [cleared, setCleared] = useState<Record<string, boolean>>({})
  const zone = useTimeZone()
  const fields = fieldsOf(form)
  const change = Object.fromEntries(
    fields.flatMap((name): [string, string | number | null][] => {
      if (cleared[name]) return [[name, null]]
      const value = typed[name] ?? ''
      return value.trim() === '' ? [] : [[name, LINK_FIELDS[name].send(value, zone)]]
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
        {text.emptyIsUnchanged} {form === 'expiry' && text.timeZone(zone)}
      </Text>
      {fields.map((name, i) => (
        <Group key={name} align="start" wrap="nowrap">
          <Box flex={1}>
            <BulkInput
              name={name}
              zone={zone}
              data-autofocus={i === 0 || undefined}
              disabled={cleared[name] ?? false}
              value={typed[name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [name]: value })}
            />
          </Box>
          <Checkbox
            mt={32}
            label={text.clear}
            aria-label={text.clearField(LABELS[name])}
            checked={cleared[name] ?? false}
            onChange={({ currentTarget: { checked } }) =>
              setCleared({ ...cleared, [name]: checked })
            }
          />
        </Group>
      ))}
      {progress !== undefined && <Progress value={progress} aria-label={text.changing} />}
    </FormPanel>
  )
}

/** The input of a field in the form of several links. */
function BulkInput({
  name,
  zone,
  onChange,
  ...input
}: ExpiryInputProps & { name: ReturnType<typeof fieldsOf<SharedPart>>[number] }) {
  const { input: kind } = LINK_FIELDS[name]
  if (kind === 'time') return <ExpiryInput label={LABELS[name]} {...{ zone, onChange, ...input }} />
  return (
    <TextInput
      label={LABELS[name]}
      type={TYPES[kind]}
      min={kind === 'count' ? 1 : undefined}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...input}
    />
  )
}
