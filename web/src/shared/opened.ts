import { useLocation, useSearch } from 'wouter'
import { useHistoryState } from 'wouter/use-browser-location'

/** What a page can have open, so that the command palette can open it, too. */
export type Openable = 'new' | 'import'

/** Whether this part of the page is open, and a function that opens or closes it. */
export function useOpened(part: Openable): [boolean, (opened: boolean) => void] {
  const opened = useHistoryState() === part
  const [location, navigate] = useLocation()
  const search = useSearch()
  const to = `${location}${search && `?${search}`}`
  return [opened, (open) => navigate(to, { replace: true, state: open ? part : null })]
}
