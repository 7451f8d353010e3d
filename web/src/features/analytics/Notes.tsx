import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { text as texts } from '#messages/analytics-parts.ts'
import { text } from '#messages/notes.ts'
import { useCan } from '../../api/me.ts'
import { ConfirmPanel } from '../../shared/ConfirmPanel.tsx'
import { PencilIcon, TrashIcon } from '../../shared/icons.tsx'
import { RowAction } from '../../shared/RowAction.tsx'
import classes from './analytics.module.css'
import { FilterValue } from './FilterValue.tsx'
import { NotePanel } from './NotePanel.tsx'
import { deleteNote } from './note.queries.ts'
import type { Note } from './note.rules.ts'
import type { Range } from './period.rules.ts'

const SHOWN = 5
const CHANGES = [['note']]

interface NotesProps {
  /** Newest first. */
  notes: readonly Note[]
  zone: string
  /** Undefined means all time. */
  range: Range | undefined
  links: readonly string[]
  /** The local time of a new note, while one is added. */
  added: string | undefined
  close: () => void
}

/** The notes of a chart as a list, and the form of a note. */
export function Notes({ notes, zone, range, links, added, close }: NotesProps) {
  const writes = useCan()('catalog:write')
  const [all, setAll] = useState(false)
  const [edited, setEdited] = useState<Note>()
  const [removed, setRemoved] = useState<Note>()
  const { format } = new Intl.DateTimeFormat(undefined, {
    timeZone: zone,
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  const open = edited ?? added
  return (
    <>
      {notes.length > 0 && (
        <section aria-label={texts.notes}>
          <ul className={classes.notes}>
            {notes.slice(0, all ? undefined : SHOWN).map((note) => (
              <li key={note.id}>
                <span data-legend>
                  <i />
                  <time dateTime={note.at}>{format(new Date(note.at))}</time> {note.text}
                  {note.link_id !== null && links.length > 1 && (
                    <Text span c="dimmed" inherit>
                      {' '}
                      (<FilterValue name="link_id" value={note.link_id} />)
                    </Text>
                  )}
                </span>
                {writes && (
                  <>
                    <RowAction
                      icon={PencilIcon}
                      iconSize={16}
                      label={text.editOne(note.text)}
                      onClick={() => setEdited(note)}
                    />
                    <RowAction
                      icon={TrashIcon}
                      iconSize={16}
                      label={text.deleteOne(note.text)}
                      onClick={() => setRemoved(note)}
                    />
                  </>
                )}
              </li>
            ))}
          </ul>
          {notes.length > SHOWN && !all && (
            <Button variant="subtle" size="compact-sm" onClick={() => setAll(true)}>
              {text.showAll(notes.length)}
            </Button>
          )}
        </section>
      )}
      {open && (
        <NotePanel
          note={open}
          zone={zone}
          range={range}
          link={links.length === 1 ? links[0] : undefined}
          close={() => {
            setEdited(undefined)
            close()
          }}
        />
      )}
      {removed && (
        <ConfirmPanel
          title={text.deleteTitle}
          action={text.delete}
          run={() => deleteNote(removed.id)}
          done={text.deleted}
          changes={CHANGES}
          close={() => setRemoved(undefined)}
        >
          {text.deleteQuestion(removed.text)}
        </ConfirmPanel>
      )}
    </>
  )
}
