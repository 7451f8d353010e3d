import { type FocusEvent, type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { useShortcuts } from './shortcuts.ts'

const SEARCH = 'main input[type=search]'

interface ListKeys {
  /** The element around the rows, which have `data-index` and `tabIndex={-1}`. */
  list: RefObject<HTMLElement | null>
  count: number
  /** Scrolls to a row; needed where not all rows are rendered. */
  reveal?: (index: number) => void
  /** Enter on a row. */
  open: (index: number) => void
  /** Keys for the focused row. */
  keys: Record<string, (index: number) => void>
  /** After Shift+j or Shift+k moved the focus. */
  extended?: (from: number, to: number) => void
}

/**
 * `j` and `k` move the focus between the rows of a list, and the down arrow from the search field of
 * the page to its first row; other keys act on the focused row.
 */
export function useListKeys({ list, count, reveal, open, keys, extended }: ListKeys) {
  /** The row that has or last had the focus; it may have been scrolled away. */
  const current = useRef(-1)
  /** A row that gets the focus once it is rendered. */
  const wanted = useRef<number>(undefined)

  const focusWanted = () => {
    const row = list.current?.querySelector<HTMLElement>(`[data-index="${wanted.current}"]`)
    row?.focus({ preventScroll: reveal !== undefined })
  }
  useEffect(() => {
    if (wanted.current !== undefined) focusWanted()
  })

  function move(by: number, after?: (from: number, to: number) => void): void {
    const from = Math.min(current.current, count)
    const to = Math.min(Math.max(from + by, 0), count - 1)
    if (to < 0) return
    current.current = to
    wanted.current = to
    reveal?.(to)
    focusWanted()
    if (from >= 0 && from !== to) after?.(from, to)
  }

  const enter = useRef(() => {})
  enter.current = () => {
    current.current = -1
    move(1)
  }
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const { key, target } = event
      if (key !== 'ArrowDown' || !(target instanceof Element && target.matches(SEARCH))) return
      event.preventDefault()
      enter.current()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])

  const onFocused = (act: (index: number) => void) => () => {
    const index = indexOf(document.activeElement)
    if (index !== undefined && list.current?.contains(document.activeElement)) act(index)
  }
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ...(extended && { J: () => move(1, extended), K: () => move(-1, extended) }),
    ...Object.fromEntries(Object.entries(keys).map(([key, act]) => [key, onFocused(act)])),
  })

  return {
    onFocus({ target }: FocusEvent) {
      wanted.current = undefined
      current.current = indexOf(target) ?? current.current
    },
    onKeyDown(event: KeyboardEvent) {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
      const onRow = target instanceof HTMLElement && target.dataset.index !== undefined
      if (key !== 'Enter' || !onRow || altKey || ctrlKey || metaKey || shiftKey) return
      event.preventDefault()
      open(Number(target.dataset.index))
    },
  }
}

/** The row that contains an element. */
function indexOf(element: Element | null): number | undefined {
  const index = element?.closest<HTMLElement>('[data-index]')?.dataset.index
  return index === undefined ? undefined : Number(index)
}
