import { AsyncLocalStorage } from 'node:async_hooks'
import { createFairShare, shareOf } from './fair-share.ts'

interface Call {
  owner: number | string
  hasEnded: boolean
}

/** Connections that one owner may hold in a small pool. */
const OWN_MIN = 4
/** Limits of the waiting work of one owner; a call has five seconds by default. */
const WAITING_MAX = 1_000
const WAITING_MAX_MS = 4_000

const running = new AsyncLocalStorage<Call | undefined>()

/**
 * Runs a call whose connections count for `owner`, a team or person. What the call starts and does not wait
 * for counts for none once the call has ended, nor does a call without an owner.
 */
export function runFor<T>(owner: number | string | undefined, work: () => Promise<T>): Promise<T> {
  if (owner === undefined) return running.run(undefined, work)
  const call = { owner, hasEnded: false }
  return running.run(call, work).finally(() => {
    call.hasEnded = true
  })
}

export type ConnectionShare = ReturnType<typeof createConnectionShare>

/**
 * Shares a pool of `max` connections among the owners of calls, so that calls of one owner that wait for
 * the same row cannot hold all of them: one owner holds at most a quarter, at least four, and a quarter is
 * left to work without an owner. Returns a function that runs work with a connection; it throws
 * unavailable if too much work of the owner waits, or has waited too long.
 */
export function createConnectionShare(max: number) {
  const quarter = shareOf(max)
  const slots = Math.max(1, max - quarter)
  const share = createFairShare(slots, WAITING_MAX, WAITING_MAX_MS, Math.max(OWN_MIN, quarter))
  return <T>(work: () => Promise<T>): Promise<T> => {
    const call = running.getStore()
    return call && !call.hasEnded ? share.run(call.owner, work, call) : work()
  }
}
