import type { Schemas } from '@fingerpost/client'
import { CONDITIONS, DIMENSION_NAMES } from './dimension.rules.ts'

export type Click = Schemas['Click']

/** Filters that can be checked on a live click. */
const FILTERED = ['link_id', 'domain_id', ...DIMENSION_NAMES] as const
const CHECKED = CONDITIONS.flatMap(({ field: name, ...condition }) => {
  const field = FILTERED.find((it) => it === name)
  return field ? [{ ...condition, field }] : []
})

/** Whether a click matches the filters of the page. */
export const isMeant = (click: Click, query: Record<string, unknown>): boolean =>
  CHECKED.every(({ name, field, operator }) => {
    if (query[name] === undefined) return true
    const values = [query[name]].flat().map(String)
    const own = `${click[field] ?? ''}`
    if (operator === '_not') return !values.includes(own)
    if (operator === '') return values.includes(own)
    return values.some((it) => own.toLowerCase().includes(it.toLowerCase()))
  })

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
