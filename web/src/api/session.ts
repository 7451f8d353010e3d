import { useSyncExternalStore } from 'react'

const NAME = 'fingerpost-key'

/** Why the last session ended, for the page that begins the next one. */
let ending: string | undefined
const listeners = new Set<() => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

export const sessionKey = (): string | null => sessionStorage.getItem(NAME)
export const sessionEnding = (): string | undefined => ending

/** Keeps the key until the tab is closed or `forget`. It is never put anywhere else. */
export function begin(key: string): void {
  ending = undefined
  sessionStorage.setItem(NAME, key)
  tell()
}

export function forget(why?: string): void {
  ending = why
  sessionStorage.removeItem(NAME)
  tell()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls when a session ends, so that nothing of it is left behind. */
export const onForget = (forgotten: () => void): (() => void) =>
  subscribe(() => sessionKey() === null && forgotten())

export const useSessionKey = (): string | null => useSyncExternalStore(subscribe, sessionKey)
