import { useSyncExternalStore } from 'react'

const NAME = 'fingerpost-key'
const TEAM = 'fingerpost-team'
/** What was typed into a form. It names its owner, and survives until that one signs in again. */
export const DRAFT = 'fingerpost.draft.'

/** Why the last session ended, shown on the sign-in page. */
let ending: string | undefined
/** Counts the sessions of this tab, so that a late response does not end the next one. */
let count = 0
const listeners = new Set<() => void>()
const endings = new Set<(why: string | undefined) => void>()
const tell = () => {
  for (const listener of listeners) listener()
}

/** The API key of this tab; null for a person, whose cookie scripts cannot read. */
export const sessionKey = (): string | null => sessionStorage.getItem(NAME)
export const sessionEnding = (): string | undefined => ending
export const sessionCount = (): number => count

/** The team of the API key of this tab; null without one. */
export const teamOfKey = (): string | null => sessionStorage.getItem(TEAM)

/** Stores the key of a team until the tab is closed or `forget` is called. It is stored nowhere else. */
export function begin(key: string, team: string): void {
  ending = undefined
  count += 1
  clear()
  sessionStorage.setItem(NAME, key)
  sessionStorage.setItem(TEAM, team)
  tell()
}

/** Replaces the key of this session, which was rotated. */
export const replaceKey = (key: string): void => sessionStorage.setItem(NAME, key)

/** Begins the session of a person, whose cookie the browser has got. */
export function beginOwn(): void {
  ending = undefined
  count += 1
  clear()
  tell()
}

/** Also removes everything else that the session stored in this tab; drafts only if the person signed out. */
export function forget(why?: string): void {
  ending = why
  count += 1
  if (why === undefined) sessionStorage.clear()
  else clear()
  for (const ended of endings) ended(why)
  tell()
}

function clear(): void {
  for (const name of Object.keys(sessionStorage)) {
    if (!name.startsWith(DRAFT)) sessionStorage.removeItem(name)
  }
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Calls back when a session ends, by itself for a reason, until the returned function is called. */
export function onForget(forgotten: (why: string | undefined) => void): () => void {
  endings.add(forgotten)
  return () => endings.delete(forgotten)
}

/** The API key of this tab. Renders again with every session. */
export function useSessionKey(): string | null {
  useSyncExternalStore(subscribe, sessionCount)
  return sessionKey()
}
