/** Days of the week in ISO order. */
export const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Day = (typeof DAYS)[number]

/** The device classes of clicks, as conditions name them. */
export const DEVICES = [
  'Desktop',
  'Mobile',
  'Tablet',
  'TV',
  'Console',
  'Wearable',
  'Unknown',
] as const

/** A parameter that may be absent. */
type Optional = `${keyof ValueTypes}?`
interface ValueTypes {
  texts: string[]
  text: string
  flag: true
  days: Day[]
}

const ANY_OF = { is: 'texts' } as const

/**
 * The conditions of rules with their parameters. A condition holds if any of its values does, and
 * with `not` if none does. API, storage and slug records have conditions in this form. Each has an
 * entry in the tables of the link service, which checks it, of redirect, which applies it, and of the
 * dashboard.
 */
export const CONDITIONS = {
  device: ANY_OF,
  os: ANY_OF,
  browser: ANY_OF,
  language: ANY_OF,
  country: ANY_OF,
  region: ANY_OF,
  city: ANY_OF,
  referer: ANY_OF,
  query: { name: 'text', is: 'texts?', present: 'flag?', absent: 'flag?' },
  ip: ANY_OF,
  after: { at: 'text' },
  before: { at: 'text' },
  weekly: { days: 'days', from: 'text', to: 'text', timezone: 'text' },
  bot: {},
} as const satisfies Record<string, Record<string, keyof ValueTypes | Optional>>

type Conditions = typeof CONDITIONS
export type ConditionType = keyof Conditions
export const CONDITION_TYPES = Object.keys(CONDITIONS) as readonly ConditionType[]

type ValueOf<Kind> = Kind extends keyof ValueTypes ? ValueTypes[Kind] : never
type Parameters<P> = {
  [Name in keyof P as P[Name] extends Optional ? never : Name]: ValueOf<P[Name]>
} & {
  [Name in keyof P as P[Name] extends Optional ? Name : never]?: P[Name] extends `${infer Kind}?`
    ? ValueOf<Kind>
    : never
}

type NameIn<P> = P extends P ? keyof P : never
/** The name of a parameter of any condition. */
export type Parameter = NameIn<Conditions[ConditionType]>

/** A condition of a rule. */
export type Condition<T extends ConditionType = ConditionType> = {
  [Type in T]: { type: Type; not?: true } & Parameters<Conditions[Type]>
}[T]

/** A rule may have this many conditions, and a condition this many values. */
export const CONDITIONS_MAX = 20
export const VALUES_MAX = 250
