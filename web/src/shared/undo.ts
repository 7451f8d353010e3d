import { notifications } from '@mantine/notifications'
import { createElement, useSyncExternalStore } from 'react'
import { problemOf } from '../api/problem.ts'
import { UndoNotice } from './UndoNotice.tsx'

/** How long a change can be undone before it is made. */
export const UNDO_MS = 6_000

interface Change {
  /** What the user is told: `Deleted “sale”`. */
  message: string
  /** Items to hide immediately, such as `link:5`. */
  hides: readonly string[]
  /** Makes the change. `keepalive` is true while the page is being left: pass it to the call. */
  act: (keepalive: boolean) => Promise<unknown>
  /** Called after success or failure. */
  settled?: () => unknown
}

let hidden: ReadonlySet<string> = new Set()
const pending = new Map<string, (keepalive: boolean) => void>()
const listeners = new Set<() => void>()

function setHidden(change: (names: Set<string>) => void): void {
  const next = new Set(hidden)
  change(next)
  hidden = next
  for (const listener of listeners) listener()
}

/** Items that are about to be deleted and should be hidden. */
export const useHidden = (): ReadonlySet<string> =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => hidden,
  )

/**
 * Shows a change as done, and makes it a few seconds later or when the page is left, unless undone.
 */
export function undoable({ message, hides, act, settled }: Change): void {
  const id = crypto.randomUUID()
  const show = () => setHidden((names) => hides.forEach((name) => void names.delete(name)))
  const end = () => {
    clearTimeout(timer)
    notifications.hide(id)
    return pending.delete(id)
  }
  const make = async (keepalive: boolean) => {
    if (!end()) return
    try {
      await act(keepalive)
    } catch (error) {
      notifications.show({
        color: 'red',
        title: 'Couldn’t apply the change',
        message: problemOf(error).detail,
      })
    }
    await settled?.()
    show()
  }
  const undo = () => {
    if (end()) show()
  }
  const timer = setTimeout(make, UNDO_MS, false)
  pending.set(id, make)
  setHidden((names) => hides.forEach((name) => void names.add(name)))
  const content = createElement(UndoNotice, { message, undo })
  notifications.show({ id, message: content, autoClose: false, withCloseButton: false })
}

window.addEventListener('pagehide', () => {
  for (const make of pending.values()) make(true)
})
