import type { Schemas } from '@fingerpost/client'
import { NativeSelect } from '@mantine/core'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { type Key, rotateKey } from './key.queries.ts'

const OVERLAPS = [
  { value: '24', label: '24 hours' },
  { value: '168', label: '7 days' },
  { value: '0', label: 'Not at all' },
]

interface RotatePanelProps {
  apiKey: Key
  close: () => void
  rotated: (key: Schemas['CreatedKey']) => void
}

/** Replaces the secret of a key. */
export function RotatePanel({ apiKey, close, rotated }: RotatePanelProps) {
  const form = useSaving({
    initial: { overlap: '24' },
    save: ({ overlap }) => rotateKey(apiKey, Number(overlap)),
    changes: ['key'],
    saved: rotated,
  })
  const { values, set, errorOf } = form
  return (
    <FormPanel {...form} title={`Rotate “${apiKey.name}”`} save="Rotate" close={close}>
      <NativeSelect
        label="Keep the previous key valid"
        description="Time to replace it in the apps that use it"
        data={OVERLAPS}
        value={values.overlap}
        error={errorOf('overlap_hours')}
        onChange={({ currentTarget }) => set({ overlap: currentTarget.value })}
      />
    </FormPanel>
  )
}
