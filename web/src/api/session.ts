import { useSyncExternalStore } from 'react'

const NAME = 'fingerpost-key'

/** Why the last session ended, shown on the sign-in page. */
let ending: string | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const sessionKey = (): string | null => sessionStorage.getItem(NAME)
export const sessionEnding = (): string | undefined => ending

/** Stores the key until the tab is closed or `forget` is called. It is stored nowhere else. */
export function begin(key: string): void {
  ending = undefined
  sessionStorage.clear()
  sessionStorage.setItem(NAME, key)
  tell()
}

/** Also removes everything else that the session stored in this tab, such as drafts. */
export function forget(why?: string): void {
  ending = why
  sessionStorage.clear()
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back when a session ends, so that its data can be cleared. */
export const onForget = (forgotten: () => void): (() => void) =>
  subscribe(() => sessionKey() === null && forgotten())

export const useSessionKey = (): string | null => useSyncExternalStore(subscribe, sessionKey)
