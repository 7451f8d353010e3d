/** What the chart shows, by its value in the URL; clicks without one. */
export const MEASURES = ['clicks', 'visitors'] as const
export type Measure = (typeof MEASURES)[number]

export const measureOf = (text = ''): Measure => (text === 'visitors' ? text : 'clicks')

/** Numbers of clicks and of their visitors, which are null if they are unknown. */
export interface Count {
  clicks: number
  visitors: number | null
}

/** One number for each step; null if it is unknown. */
export type Values = readonly (number | null)[]

/** The clicks and visitors of each step. */
export interface Counts {
  clicks: readonly number[]
  visitors: Values
}

/** The count, whose visitors are unknown if none of its clicks has one. */
export const known = (count: Count): Count =>
  count.visitors || count.clicks === 0 ? count : { ...count, visitors: null }

/** The sum of all steps. */
export const totalOf = ({ clicks, visitors }: Counts): Count =>
  known({ clicks: sum(clicks), visitors: sum(visitors) })

/** Whether visitors are known from the first clicks on, so that two periods can be compared. */
export const isWhole = ({ clicks, visitors }: Counts): boolean =>
  visitors[clicks.findIndex((it) => it > 0)] !== null

export const sum = (values: Values): number => values.reduce<number>((a, b) => a + (b ?? 0), 0)

/** The relative change; undefined if the previous value was zero. */
export const changeOf = (now: number, before: number): number | undefined =>
  before === 0 ? undefined : (now - before) / before
