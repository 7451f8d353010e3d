import { Checkbox, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { text } from '#messages/notes.ts'
import { text as words } from '#messages/shared.ts'
import { FormPanel } from '../../shared/FormPanel.tsx'
import { fieldTime, instantOf } from '../../shared/local-time.rules.ts'
import { useSaving } from '../../shared/saving.ts'
import { saveNote } from './note.queries.ts'
import { isOutside, type Note } from './note.rules.ts'
import type { Range } from './period.rules.ts'

const LABELS = { at: text.at, text: text.text, link_id: text.onlyLink }

interface NotePanelProps {
  /** The note to edit, or the local time that a new one has at first. */
  note: Note | string
  zone: string
  /** The days that the chart shows; undefined means all time. */
  range: Range | undefined
  /** The only link that the chart is about, if it is about one. */
  link: string | undefined
  close: () => void
}

export function NotePanel({ note, zone, range, link, close }: NotePanelProps) {
  const known = typeof note === 'string' ? undefined : note
  const form = useSaving({
    initial: {
      at: typeof note === 'string' ? note : fieldTime(zone, note.at),
      text: known?.text ?? '',
      /** Whether the note is about this link only. */
      link_id: known ? known.link_id === link : true,
    },
    labels: LABELS,
    save: ({ at, text, link_id: only }) =>
      saveNote(known?.id, {
        // Seconds that the field does not show are kept.
        at: known && fieldTime(zone, known.at) === at ? known.at : instantOf(zone, at),
        text,
        ...(link !== undefined && { link_id: only ? link : null }),
      }),
    changes: ['note'],
    saved: ({ at }) => {
      const date = new Intl.DateTimeFormat(undefined, { timeZone: zone, dateStyle: 'medium' })
      notifications.show({
        message: isOutside(range, zone, at)
          ? text.savedOutside(date.format(new Date(at)))
          : text.saved,
      })
      close()
    },
  })
  return (
    <FormPanel
      {...form}
      title={known ? text.edit : text.add}
      save={known ? words.save : words.add}
      close={close}
    >
      <TextInput
        {...form.field('text')}
        description={text.shared}
        required
        data-autofocus
        maxLength={200}
      />
      <TextInput
        type="datetime-local"
        {...form.field('at')}
        description={text.inZone(zone)}
        required
        max="9999-12-31T23:59"
      />
      {link !== undefined && (
        <Checkbox {...form.field('link_id')} description={text.onlyLinkMeans} />
      )}
    </FormPanel>
  )
}
