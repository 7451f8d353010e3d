import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { text } from '#messages/app.ts'
import { useCan } from '../api/me.ts'
import { useShortcuts } from '../shared/shortcuts.ts'
import { Waiting } from '../shared/Waiting.tsx'
import { LimitNotice } from './LimitNotice.tsx'
import { useLostFocus } from './lost-focus.ts'
import { NotAllowed } from './NotAllowed.tsx'
import { NotFound } from './NotFound.tsx'
import { OfflineNotice } from './OfflineNotice.tsx'
import { PageErrors } from './PageErrors.tsx'
import { PhoneBar } from './PhoneBar.tsx'
import { PAGES, usePages } from './pages.tsx'
import classes from './Shell.module.css'
import { SideBar } from './SideBar.tsx'

const Palette = lazy(async () => ({ default: (await import('./palette/Palette.tsx')).Palette }))
const Help = lazy(async () => ({ default: (await import('./Help.tsx')).Help }))

/** The frame around every page: menu, shortcuts, and the main area. */
export function Shell() {
  const [location, navigate] = useLocation()
  const pages = usePages()
  const can = useCan()
  const [open, setOpen] = useState<'palette' | 'help'>()
  const main = useRef<HTMLElement>(null)
  const place = location.split('/')[1]
  // The page of a link is a page of its own; panels of the list are not.
  const subject = /^\/links\/\d+$/.test(location) ? location : place
  const shown = useRef(subject)

  // Moves the focus to the new page, where a screen reader continues.
  useEffect(() => {
    if (shown.current === subject) return
    // Returning from a link to the list keeps its place.
    const returns = subject === place && shown.current?.startsWith(`/${place}/`)
    shown.current = subject
    main.current?.focus({ preventScroll: true })
    if (!returns) window.scrollTo(0, 0)
  }, [subject])

  useLostFocus()
  useShortcuts({
    ...Object.fromEntries(pages.map(({ key, path }) => [`g ${key}`, () => navigate(path)])),
    ...(can('link:write') && { c: () => navigate('/links/new') }),
    '/': () => focusSearch() || setOpen('palette'),
    '?': () => setOpen('help'),
    'mod k': () => setOpen('palette'),
    'mod z': undo,
  })

  return (
    <>
      <a className="skip" href="#main">
        {text.skip}
      </a>
      <div className={classes.shell}>
        <SideBar openPalette={() => setOpen('palette')} openHelp={() => setOpen('help')} />
        <main id="main" ref={main} tabIndex={-1} className={classes.main}>
          <OfflineNotice />
          <LimitNotice />
          <PageErrors key={place}>
            <Suspense fallback={<Waiting />}>
              <Switch>
                <Route path="/">
                  <Redirect to="/links" replace />
                </Route>
                {PAGES.map((page) => (
                  <Route key={page.path} path={`${page.path}/*?`}>
                    {pages.includes(page) ? <page.view /> : <NotAllowed page={page} />}
                  </Route>
                ))}
                <Route>
                  <NotFound />
                </Route>
              </Switch>
            </Suspense>
          </PageErrors>
        </main>
        <PhoneBar />
      </div>
      <Suspense>
        {open === 'palette' && (
          <Palette
            places={pages}
            showHelp={() => setOpen('help')}
            close={() => setOpen(undefined)}
          />
        )}
        {open === 'help' && <Help close={() => setOpen(undefined)} />}
      </Suspense>
    </>
  )
}

/** Undoes the last deletion of links; its code is loaded if there was one. */
const undo = async () => (await import('../features/links/DeletedNotice.tsx')).undoLast()

/** Focuses the search field of the page, if it has one. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type=search]')
  field?.focus()
  field?.select()
  return field !== null
}
