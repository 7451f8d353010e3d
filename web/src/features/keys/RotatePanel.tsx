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
    initial: { overlap_hours: '24' },
    labels: { overlap_hours: text.keepPrevious },
    save: ({ overlap_hours }) => rotateKey(apiKey, Number(overlap_hours)),
    changes: ['key'],
    saved: rotated,
  })
  return (
    <FormPanel {...form} title={text.rotateKey(apiKey.name)} save={text.rotate} close={close}>
      <NativeSelect
        {...form.field('overlap_hours')}
        description={text.timeToReplace}
        data={OVERLAPS}
      />
    </FormPanel>
  )
}
