import { Modal } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useLocation } from 'wouter'
import { text } from '#messages/palette.ts'
import { useFocusBack } from '../../shared/focus-back.ts'
import { SearchIcon } from '../../shared/icons.tsx'
import { type Place, useCommands } from './commands.tsx'
import type { Entry } from './entry.ts'
import type { Link } from './found.queries.ts'
import { useFoundEntries } from './found.tsx'
import classes from './Palette.module.css'
import { PaletteList } from './PaletteList.tsx'
import { isNamed } from './palette.rules.ts'

const QrPanel = lazy(async () => ({
  default: (await import('../../features/links/QrPanel.tsx')).QrPanel,
}))

interface PaletteProps {
  places: readonly Place[]
  showHelp: () => void
  close: () => void
}

/** Command palette: finds links, folders, tags, domains, pages and actions, and acts on them. */
export function Palette({ places, showHelp, close }: PaletteProps) {
  useFocusBack()
  const [, navigate] = useLocation()
  const [typed, setTyped] = useState('')
  /** The entry whose actions are shown, and what was typed to find it. */
  const [chosen, setChosen] = useState<{ entry: Entry; typed: string }>()
  const [qr, setQr] = useState<Link>()
  const search = (chosen ?? { typed }).typed.trim()
  const found = useFoundEntries(search, setQr)
  const commands = useCommands(places, showHelp).filter(({ name }) => isNamed(name, search))
  const rest: Entry = {
    id: 'search',
    group: text.groups.more,
    name: text.searchLinks(search),
    icon: <SearchIcon />,
    run: () => navigate(`/links?search=${encodeURIComponent(search)}`),
  }
  const entries = chosen
    ? (chosen.entry.actions ?? []).filter(({ name }) => isNamed(name, typed))
    : [...commands, ...found.entries, ...(search ? [rest] : [])]

  const back = () => {
    setTyped(chosen?.typed ?? '')
    setChosen(undefined)
  }
  if (qr) {
    return (
      <Suspense>
        <QrPanel link={qr} close={close} />
      </Suspense>
    )
  }
  return (
    <Modal.Root
      opened
      onClose={close}
      size="lg"
      yOffset="12vh"
      closeOnEscape={!chosen}
      // What is typed right after opening must reach the field.
      transitionProps={{ duration: 0 }}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={text.title} radius="lg">
        <Modal.Body className={classes.body}>
          <PaletteList
            label={chosen ? text.actionsFor(chosen.entry.name) : text.find}
            typed={typed}
            type={setTyped}
            entries={entries}
            // The last resort is chosen only when it is certain that nothing was found.
            last={chosen ? undefined : rest.id}
            pending={!chosen && found.pending}
            error={chosen ? null : found.error}
            run={(entry) => {
              entry.run()
              if (!entry.stays) close()
            }}
            showActions={(entry) => {
              setChosen({ entry, typed })
              setTyped('')
            }}
            back={chosen && back}
          />
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
