import type { Schemas } from '@fingerpost/client'

export type Click = Schemas['Click']

/** Of the filters, those by which a click that has just come can be told. */
const TOLD = [
  'domain_id',
  'country',
  'region',
  'city',
  'continent',
  'browser',
  'os',
  'device',
  'referer',
  'language',
  'brand',
  'platform',
  'utm_source',
  'utm_medium',
  'utm_campaign',
  'utm_term',
  'utm_content',
  'utm_reference',
] as const

/** Whether a click is one of those that the page is about. */
export const isMeant = (click: Click, query: Record<string, unknown>): boolean =>
  TOLD.every((name) => query[name] === undefined || `${click[name]}` === `${query[name]}`)

/** Takes the text of an event stream piece by piece and gives out the clicks in it. */
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
