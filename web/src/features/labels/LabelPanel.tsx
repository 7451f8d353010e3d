import { ColorInput, TextInput } from '@mantine/core'
import { text } from '#messages/labels.ts'
import { text as words } from '#messages/shared.ts'
import type { LabelKind } from '../../api/choices.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { useSaving } from '../../shared/saving.ts'
import { type Label, saveLabel } from './label.queries.ts'

/** Legible as an icon on light and dark backgrounds. */
const SWATCHES = [
  '#b4441c',
  '#c27803',
  '#2f7f6f',
  '#2c7fb8',
  '#3366cc',
  '#7b4fbf',
  '#b83280',
  '#6f7887',
]

/** Parts of the picker that no key reaches; the field itself has their value. */
const POINTER_ONLY = { saturation: { 'aria-hidden': true }, slider: { 'aria-hidden': true } }

interface LabelPanelProps {
  kind: LabelKind
  /** The label to edit; undefined creates one. */
  label: Label | undefined
  close: () => void
}

export function LabelPanel({ kind, label, close }: LabelPanelProps) {
  const form = useSaving({
    initial: { name: label?.name ?? '', color: label?.color ?? '' },
    labels: { name: words.name, color: text.color },
    save: ({ name, color }) => saveLabel(kind, label?.id, { name, color: color || null }),
    changes: [kind],
    saved: close,
  })
  return (
    <FormPanel
      {...form}
      title={label ? text[kind].edit : text[kind].create}
      save={label ? words.save : words.create}
      close={close}
    >
      <TextInput {...form.field('name')} required data-autofocus />
      <ColorInput
        {...form.field('color')}
        placeholder={text.noColor}
        swatches={SWATCHES}
        swatchesPerRow={SWATCHES.length}
        attributes={POINTER_ONLY}
        eyeDropperButtonProps={{ 'aria-label': text.pickColor }}
      />
    </FormPanel>
  )
}
