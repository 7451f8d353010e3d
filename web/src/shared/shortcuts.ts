import { useEffect, useRef } from 'react'

/** Keyboard shortcuts: one key, or a sequence of two separated by a space (`g l`). */
export type Shortcuts = Record<string, () => void>

const CHORD_MS = 1_500
/** Before a key that is pressed with Ctrl or Command. */
const MOD = 'mod '
/** Shortcuts that belong to a text field while the user types in it. */
const EDITING = new Set([`${MOD}z`])
/**
 * The most recently mounted layer takes precedence: a panel before its page, a page before the
 * shell.
 */
const layers: { current: Shortcuts }[] = []
let first: { key: string; at: number } | undefined

/**
 * Shortcuts that are active while the component is mounted, except while typing. Single keys are
 * ignored in menus and dialogs, too.
 */
export function useShortcuts(shortcuts: Shortcuts): void {
  const layer = useRef(shortcuts)
  layer.current = shortcuts
  useEffect(() => {
    layers.push(layer)
    if (layers.length === 1) window.addEventListener('keydown', press)
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      if (layers.length === 0) window.removeEventListener('keydown', press)
    }
  }, [])
}

function press(event: KeyboardEvent): void {
  const { key, target, altKey, ctrlKey, metaKey, timeStamp } = event
  const chorded = first && timeStamp - first.at < CHORD_MS ? `${first.key} ${key}` : undefined
  first = undefined
  const commanded = (ctrlKey || metaKey) && !altKey
  const typing = isTyping(target)
  if (altKey || event.defaultPrevented) return
  if (!commanded && (typing || isElsewhere(target))) return
  const wanted = commanded ? [`${MOD}${key.toLowerCase()}`] : chorded ? [chorded, key] : [key]
  for (const name of wanted) {
    const found = layers.findLast(({ current }) => current[name])?.current[name]
    if (!found || (typing && EDITING.has(name))) continue
    event.preventDefault()
    found()
    return
  }
  if (!commanded) first = { key, at: timeStamp }
}

/** Menus, lists of options and dialogs have keys of their own. */
const isElsewhere = (target: EventTarget | null): boolean =>
  document.querySelector('[aria-modal=true]') !== null ||
  (target instanceof Element && target.closest('[role=menu],[role=listbox],[role=dialog]') !== null)

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName)) &&
  !(target instanceof HTMLInputElement && /^(checkbox|radio|range)$/.test(target.type))
