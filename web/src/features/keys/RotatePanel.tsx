import type { Schemas } from '@fingerpost/client'
import { NativeSelect } from '@mantine/core'
import { text } from '#messages/keys.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { type Key, rotateKey } from './key.queries.ts'

const OVERLAPS = [
  { value: '24', label: text.overlaps.day },
  { value: '168', label: text.overlaps.week },
  { value: '0', label: text.overlaps.none },
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
    <FormPanel {...form} title={text.rotateKey(apiKey.name)} save={text.rotate} close={close}>
      <NativeSelect
        label={text.keepPrevious}
        description={text.timeToReplace}
        data={OVERLAPS}
        value={values.overlap}
        error={errorOf('overlap_hours')}
        onChange={({ currentTarget }) => set({ overlap: currentTarget.value })}
      />
    </FormPanel>
  )
}
