import type { DimensionName } from '@fingerpost/protos/dimensions'
import type { NativeType } from '../store/native.rules.ts'

/** The subject of a rollup with keys besides team, link and time. */
export type RollupSubject = 'places' | 'agents' | 'referers' | 'campaigns'

/** The empty value of each type. */
const EMPTY = {
  UUID: '',
  "DateTime64(3, 'UTC')": 0,
  UInt64: 0,
  String: '',
  'LowCardinality(String)': '',
  Bool: false,
} satisfies Record<NativeType, unknown>

interface Column {
  type: NativeType
  /** Copied from the field of the click with this name; other columns are derived. */
  given?: true
  /** The empty value, if it is not that of the type. */
  empty?: string
  /** The rollup that has it as a key. */
  rollup?: RollupSubject | 'none'
}

/** The column of a dimension. Without a rollup, queries by it read individual clicks. */
interface DimensionColumn extends Column {
  type: 'String' | 'LowCardinality(String)'
  rollup: RollupSubject | 'none'
}

const given = true
const text = { type: 'String', given } as const
const word = { type: 'LowCardinality(String)', given } as const
const id = { type: 'UInt64', given } as const
const flag = { type: 'Bool' } as const
const derived = <const S extends RollupSubject | 'none'>(rollup: S) =>
  ({ type: 'LowCardinality(String)', rollup }) as const
const campaign = { ...text, rollup: 'campaigns' } as const

/** The columns of clicks_raw_v1 in the order of inserts. */
export const CLICK_COLUMNS = {
  id: { type: 'UUID', given },
  created_at: { type: "DateTime64(3, 'UTC')" },
  org_id: id,
  link_id: id,
  domain_id: id,
  domain: word,
  slug: text,
  short_url: text,
  title: text,
  url: text,
  variant: word,
  trigger: word,
  ip: { type: 'String' },
  browser: derived('agents'),
  os: derived('agents'),
  device: derived('agents'),
  brand: derived('agents'),
  platform: derived('agents'),
  language: derived('agents'),
  color_scheme: word,
  referer: derived('referers'),
  continent: derived('places'),
  country: derived('places'),
  region: derived('places'),
  city: derived('places'),
  geo: { type: 'String' },
  query: { type: 'String' },
  utm_source: campaign,
  utm_medium: campaign,
  utm_campaign: campaign,
  utm_term: campaign,
  utm_content: campaign,
  utm_reference: campaign,
  is_mobile: flag,
  is_eu: flag,
  is_bot: flag,
  opted_out: { type: 'Bool', given },
  visitor: { type: 'UInt64', given, empty: '0' }, // text, because it exceeds 2^53
} as const satisfies Record<DimensionName, DimensionColumn> & Record<string, Column>

type Columns = typeof CLICK_COLUMNS
export type ClickColumn = keyof Columns
/** A row of clicks_raw_v1; times are in ms since 1970. */
export type ClickRow = {
  [Name in ClickColumn]: Columns[Name] extends { empty: string }
    ? string
    : (typeof EMPTY)[Columns[Name]['type']]
}
/** The columns that are copied from the click. */
export type GivenColumn = {
  [Name in ClickColumn]: Columns[Name] extends { given: true } ? Name : never
}[ClickColumn]

const ENTRIES = Object.entries<Column>(CLICK_COLUMNS) as [ClickColumn, Column][]
export const GIVEN_COLUMNS = ENTRIES.flatMap(([name, it]) =>
  it.given ? [name as GivenColumn] : [],
)
/** A row of empty values. */
export const EMPTY_ROW = Object.fromEntries(
  ENTRIES.map(([name, { type, empty }]) => [name, empty ?? EMPTY[type]]),
) as ClickRow
/** The columns that the rollups of a subject have as keys. */
export const columnsOf = (subject: RollupSubject): string[] =>
  ENTRIES.flatMap(([name, { rollup }]) => (rollup === subject ? [name] : []))
