import type { Schemas } from '@fingerpost/client'
import { DIMENSION_NAMES } from './dimension.rules.ts'

export type Click = Schemas['Click']

/** Filters that can be checked on a live click. */
const TOLD = ['domain_id', ...DIMENSION_NAMES] as const

/** Whether a click matches the filters of the page. */
export const isMeant = (click: Click, query: Record<string, unknown>): boolean =>
  TOLD.every((name) => query[name] === undefined || `${click[name]}` === `${query[name]}`)

/** Parses an event stream in pieces and returns the clicks of each piece. */
export function createClickReader(): (piece: string) => Click[] {
  let rest = ''
  return (piece) => {
    const events = (rest + piece).split('\n\n')
    rest = events.pop() ?? ''
    return events.flatMap((event) => {
      const data = event.split('\n').find((line) => line.startsWith('data: '))
      return data ? [JSON.parse(data.slice(6)) as Click] : []
    })
  }
}
