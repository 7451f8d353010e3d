// biome-ignore lint/suspicious/noExplicitAny: a schema is arbitrary JSON.
type Json = any

/** Maximum values and bytes of a body that is still parsed. */
const VALUES = 9_500
const BYTES = 1_000_000

const typesOf = (schema: Json): string[] => [schema?.type ?? []].flat()
const times = (count: number, text: string) => `[${Array(Math.floor(count)).fill(text)}]`
const nested = (levels: number, inner: string) => '['.repeat(levels) + inner + ']'.repeat(levels)
const fields = (count: number, value: string) =>
  Array.from({ length: count }, (_, i) => `"f${i}":${value}`).join()

/** A body in which every property that `wrong` supports has an invalid value. */
const bodyOf = (schema: Json, wrong: (property: Json, count: number) => string | undefined) => {
  const properties = Object.entries<Json>(schema.properties ?? {})
  const written = properties.flatMap(([name, it]) => {
    const value = wrong(it, properties.length)
    return value === undefined ? [] : [`"${name}":${value}`]
  })
  return `{${written}}`
}

/** Bodies that are expensive to validate: small, with the maximum number of faults. */
export const wrongBodies = (schema: Json): [name: string, body: string][] => [
  ['unknown fields', `{${fields(990, '[1,2,3,4,5,6,7,8]')}}`],
  ['wrong items', bodyOf(schema, (_, count) => times(VALUES / count / 2, '{}'))],
  [
    'items full of unknown fields',
    bodyOf(schema, (it, count) =>
      typesOf(it).includes('array') ? times(VALUES / count / 30, `{${fields(25, '1')}}`) : '{}',
    ),
  ],
  [
    'nested NULs',
    bodyOf(schema, (_, count) => nested(60, times(VALUES / count - 70, '"\\u0000"').slice(1, -1))),
  ],
]

/** Bodies near the size limit, accepted or rejected. */
export const largeBodies = (schema: Json): [name: string, body: string][] => {
  const texts = (unit: string, end = '') =>
    bodyOf(schema, (it, count) =>
      typesOf(it).includes('string')
        ? `"${unit.repeat(BYTES / count / Buffer.byteLength(unit))}${end}"`
        : undefined,
    )
  return [
    ['blanks', texts(' ', 'x\\u0001')],
    ['letters and blanks', texts('a ', '\\u0001')],
    ['letters beyond ASCII', texts('ü')],
    ['escapes', texts('\\"')],
    ['opened arrays', '['.repeat(BYTES)],
    ['opened objects', '{"a":'.repeat(BYTES / 5)],
    ['empty arrays', `[${'[],'.repeat(BYTES / 3)}1]`],
    ['fields', `{${fields(BYTES / 14, '[1]')}}`],
    ['one long number', `{"url":${'9'.repeat(BYTES)}}`],
  ]
}

/** Import tables of 20 MB that create no link. */
export function largeTables(): [name: string, type: string, body: string][] {
  const json = 'application/json'
  const row = `{"url":"https://example.com/${'x'.repeat(150)}"}`
  const rows = (count: number, text: string) => `"csv":${times(count, text)}`
  return [
    ['rows of an unknown domain', json, `{"domain_id":9007199254740991,${rows(100_000, row)}}`],
    ['rows of unknown fields', json, `{"domain_id":1,${rows(40_000, `{${fields(40, '1')}}`)}}`],
    ['blank lines', 'text/csv', `url\n${'\n'.repeat(20_000_000)}`],
    ['quotes', 'text/csv', `url\n${'"a""b"\n'.repeat(2_500_000)}`],
    ['one cell', 'text/csv', `url\n${'x'.repeat(20_000_000)}`],
    ['opened arrays', json, '['.repeat(20_000_000)],
  ]
}
