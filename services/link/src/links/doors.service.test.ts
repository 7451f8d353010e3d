import { canonicalUrl } from '@fingerpost/kit/net/url'
import { AuditService } from '@fingerpost/protos/audit/v1/audit'
import { ImportsService } from '@fingerpost/protos/link/v1/import'
import { MovesService } from '@fingerpost/protos/move/v1/move'
import { LIST_RULES, LISTS_BYTES } from '@fingerpost/protos/redirect-rules'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { caller } from '../testing/stack.ts'
import { type LinkOnTwoDomains, startOnTwoDomains } from '../testing/two-domains.ts'
import { COUNTRIES } from '../variants/country.rules.ts'

let link: LinkOnTwoDomains
beforeAll(async () => {
  link = await startOnTwoDomains()
  await link.create({ slug: 'taken' })
})
afterAll(() => link.close())

type Fields = Record<string, unknown>
const by = { caller }
/** Rules are also a field of requests. */
const LISTS = ['ab', 'geo', 'rules']
const OWN_CALL = ['ab', 'geo']
const listsOf = (fields: Fields) => LISTS.filter((it) => it in fields)

/** A door: the fields that it can set, and a way to set them, which returns the id of the link. */
interface Door {
  takes(field: string): boolean
  set(fields: Fields): Promise<number>
}

const withTags = ({ tags, ...fields }: Fields) =>
  tags ? { ...withRules(fields), tags: { ids: tags } } : withRules(fields)
const withRules = ({ rules, ...fields }: Fields) =>
  rules ? { ...fields, rules: { items: rules } } : fields
const only = (...names: string[]) => ({ takes: (field: string) => names.includes(field) })
const fails = (because: unknown): never => {
  throw Object.assign(new Error('refused'), { kind: 'invalid', because })
}
const onNewLink = (change: (id: number, fields: Fields) => Promise<unknown>) => ({
  async set(fields: Fields) {
    const { id } = await link.create()
    await change(id, fields)
    return id
  },
})

const setLists = async (id: number, fields: Fields) => {
  if ('ab' in fields) await link.links.replaceAbLinks({ id, items: fields.ab as never }, by)
  if ('geo' in fields) await link.links.replaceGeoLinks({ id, items: fields.geo as never }, by)
  if ('rules' in fields) await link.links.replaceRules({ id, items: fields.rules as never }, by)
}

const notLists = { takes: (field: string) => !OWN_CALL.includes(field) }

const DOORS: Record<string, Door> = {
  create: { ...notLists, set: async (fields) => (await link.create(withRules(fields))).id },
  update: { ...notLists, ...onNewLink((id, fields) => link.update(id, withTags(fields))) },
  'update of many': {
    takes: (field) => notLists.takes(field) && field !== 'slug',
    ...onNewLink(async (id, fields) => {
      const change = { id: 0, clear: [], ...withTags(fields) }
      const { results } = await link.links.updateLinks({ ids: [id], change }, by)
      if (results[0]?.failure) fails(results[0].failure)
    }),
  },
  'adding tags': {
    ...only('tags'),
    ...onNewLink((id, { tags }) =>
      link.links.tagLinks({ ids: [id], tags: tags as number[], mode: 'add' }, by),
    ),
  },
  'replacing tags': {
    ...only('tags'),
    ...onNewLink((id, { tags }) =>
      link.links.tagLinks({ ids: [id], tags: tags as number[], mode: 'replace' }, by),
    ),
  },
  'moving to a folder': {
    ...only('folder_id'),
    ...onNewLink((id, { folder_id }) =>
      link.links.moveLinks({ ids: [id], folder_id: folder_id as number }, by),
    ),
  },
  'replacing a list': { ...only(...LISTS), ...onNewLink(setLists) },
  import: { takes: () => true, set: importRow },
  'import of a team': { takes: (field) => !field.endsWith('_id'), set: importLine },
}

/** Doors of values that were stored before. */
const BACK: Record<string, (id: number) => Promise<unknown>> = {
  async trash(id) {
    await link.links.deleteLinks({ ids: [id] }, by)
    await link.links.undeleteLinks({ ids: [id] }, by)
  },
  async history(id) {
    const { entries } = await link
      .client(AuditService)
      .listEntries({ limit: 1, object_kind: 'link', object_id: id }, by)
    const empty = { url: 'https://other.example/', slug: `other-${id}`, tags: { ids: [] } }
    const clear = ['folder_id', 'title', 'ios', 'expire_url', 'utm_source', 'redirect_code']
    await link.update(id, { ...empty, clear })
    await setLists(id, { ab: [], geo: [], rules: [] })
    await link.links.restoreLink({ id, entry_id: entries[0]?.id ?? '' }, by)
  },
}

async function importRow({ url, slug, tags, folder_id, ...others }: Fields): Promise<number> {
  const imports = link.client(ImportsService)
  const { id } = await imports.createImport({ target: { domain_id: 1, tags: [] } }, by)
  const cells = {
    ...Object.fromEntries(
      Object.entries(others).map(([name, value]) => [
        name,
        typeof value === 'string' ? value : JSON.stringify(value),
      ]),
    ),
    ...(tags ? { tags: JSON.stringify((tags as number[]).map(nameOfTag)) } : {}),
    ...(folder_id ? { folder: folder_id === 5 ? 'Five' : 'unknown' } : {}),
  }
  const row = {
    url: (url ?? 'https://e.com/') as string,
    slug: slug as string,
    cells: { values: cells },
  }
  await imports.addImportRows({ id, first_index: 0, rows: [row] }, by)
  await imports.startImport({ id }, by)
  const state = await vi.waitFor(async () => {
    const now = await imports.getImport({ id, items_limit: 1 }, by)
    expect(now.status).toBe('done')
    return now
  })
  return state.items[0]?.link?.id ?? fails(state.items[0]?.error)
}

const nameOfTag = (id: number) => (id === 6 ? 'Six' : `T${id - 100}`)

async function importLine({ tags, ...fields }: Fields): Promise<number> {
  const moves = link.client(MovesService)
  const { id } = await link.create()
  const { text } = await moves.readLines({ kind: 'links' }, by)
  const lines = Buffer.from(text).toString().trim().split('\n')
  const like = lines.map((it) => JSON.parse(it)).find((it) => it.id === id)
  const line = {
    ...like,
    slug: `moved-${id}`,
    ...fields,
    ...(tags ? { tag_ids: tags } : {}),
    ...Object.fromEntries(listsOf(fields).map((it) => [it, withIds(fields[it] as object[])])),
    id: id + 1_000_000,
  }
  const given = { kind: 'links', text: Buffer.from(`${JSON.stringify(line)}\n`) }
  const { errors } = await moves.checkLines(given, by)
  if (errors.length > 0) fails(errors)
  const shifts = { links: 0, domains: 0, folders: 0, tags: 0, list_items: 0 }
  await moves.writeLines({ ...given, shifts }, by)
  return line.id
}
const withIds = (items: object[]) => items.map((it, i) => ({ id: i + 1, ...it }))

const stored = async (id: number) => {
  const row = await link.db.selectFrom('links').selectAll().where('id', '=', id).executeTakeFirst()
  const { tag_ids: tags = [], geo = [], ab = [], rules = [] } = row ?? {}
  const plain = (items: { id: number }[]) => items.map(({ id: _id, ...it }) => it)
  const lists = { geo: plain(geo), ab: plain(ab), rules: plain(rules) }
  return { ...row, tags: tags.toSorted((a, b) => a - b), ...lists }
}

const ruled = (rule: object = {}) => ({
  rules: [{ url: 'https://e.com/', name: 'N', when: [{ type: 'country', is: ['DE'] }], ...rule }],
})

const TAGS = Array.from({ length: 60 }, (_, i) => 100 + i)

/** A URL of 8,192 characters when it is stored. */
const LONG = `https://e.com/${'ä'.repeat(1_363)}`

const urlOf = (length: number) => `https://e.com/${'x'.repeat(length - 14)}`
const geoOf = (countries: readonly string[], length: number) =>
  countries.map((country) => ({ url: urlOf(length), country }))
const ALL_COUNTRIES = [...COUNTRIES].slice(0, LIST_RULES.geo.max)

/** Lists that are as large as those of a link may be, with `more` further characters. */
function large(more = 0) {
  const listsOf = (length: number) => ({
    geo: geoOf(ALL_COUNTRIES.slice(0, 7), 8_180),
    ab: [{ url: urlOf(length), percent: 1 }],
  })
  return listsOf(20 + LISTS_BYTES - JSON.stringify(listsOf(20)).length + more)
}

/** What is given, and what is stored. */
const VALUES: [rule: string, given: Fields, stored: Fields][] = [
  ['has each tag once', { tags: [100, 6, 100, 100] }, { tags: [6, 100] }],
  ['has up to 50 tags', { tags: TAGS.slice(0, 50) }, { tags: TAGS.slice(0, 50) }],
  ['is in a folder', { folder_id: 5 }, { folder_id: 5 }],
  ['has a title of one line', { title: ' a\u202eb' }, { title: 'a b' }],
  ['has a canonical URL', { url: 'https://E.com/ä' }, { url: 'https://e.com/%C3%A4' }],
  ['has a URL as long as it may be stored', { url: LONG }, { url: canonicalUrl(LONG) }],
  [
    'has others as long as they may be stored',
    { ios: LONG, expire_url: LONG, ab: [{ url: LONG, percent: 1 }] },
    {
      ios: canonicalUrl(LONG),
      expire_url: canonicalUrl(LONG),
      ab: [{ url: canonicalUrl(LONG), percent: 1 }],
    },
  ],
  ['has canonical others', { ios: 'https://E.com/ä' }, { ios: 'https://e.com/%C3%A4' }],
  ['has as large lists as it may have', large(), large()],
  [
    'has as many countries as it may have, each with a URL of 200 characters',
    { geo: geoOf(ALL_COUNTRIES, 200) },
    { geo: geoOf(ALL_COUNTRIES, 200) },
  ],
  [
    'has countries in upper case, with canonical URLs',
    { geo: [{ url: 'https://E.com/ä', country: 'de' }] },
    { geo: [{ url: 'https://e.com/%C3%A4', country: 'DE' }] },
  ],
  [
    'has rules with canonical URLs and conditions',
    ruled({ url: 'https://E.com/ä', when: [{ type: 'ip', is: ['192.0.2.7/24'], not: true }] }),
    ruled({ url: 'https://e.com/%C3%A4', when: [{ type: 'ip', is: ['192.0.2.0/24'], not: true }] }),
  ],
  [
    'has as many rules as it may have',
    { rules: Array.from({ length: 50 }, () => ruled().rules[0]) },
    { rules: Array.from({ length: 50 }, () => ruled().rules[0]) },
  ],
]

const far = (country: string) => ({ url: 'https://e.com/', country })
const share = (percent: number) => ({ url: 'https://e.com/', percent })
const LOOP = 'https://go.example/x'

const REFUSED: [rule: string, given: Fields, not?: string][] = [
  ['has more than 50 tags', { tags: TAGS.slice(0, 51) }],
  ['has a tag that does not exist', { tags: [99] }, 'import of a team'],
  ['is in a folder that does not exist', { folder_id: 9 }],
  ['has a long title', { title: 'x'.repeat(513) }],
  ['has a long UTM value', { utm_source: 'x'.repeat(513) }],
  ['has NUL in a text', { utm_source: 'a\u0000' }],
  ['has no URL', { url: '' }],
  ['has a URL too long to be stored', { url: `${LONG}a` }],
  ['has a URL for others too long to be stored', { android: `${LONG}a` }],
  ['has a URL in a list too long to be stored', { geo: [{ url: `${LONG}a`, country: 'DE' }] }],
  ['has an unsafe URL', { url: 'javascript:alert(1)' }],
  ['has an unsafe URL for others', { android: 'javascript:alert(1)' }],
  // A short domain may have been added after its links; an export has them all the same.
  ['leads back', { url: LOOP }, 'import of a team'],
  ['leads back for others', { expire_url: LOOP }, 'import of a team'],
  ['leads back in a list', { geo: [{ url: LOOP, country: 'DE' }] }, 'import of a team'],
  ['redirects otherwise', { redirect_code: 307 }],
  ['expires after less than nothing', { expires_after: -1 }],
  ['has a country twice', { geo: [far('DE'), far('de')] }],
  ['has a country that does not exist', { geo: [far('XX')] }],
  ['has more than 100 percent', { ab: [share(60), share(50)] }],
  ['has too large lists together', large(1)],
  ['has too long a list', { ab: Array.from({ length: 21 }, () => share(1)) }],
  ['has too many rules', { rules: Array.from({ length: 51 }, () => ruled().rules[0]) }],
  ['has a rule without conditions', ruled({ when: [] })],
  ['has a rule with an invalid condition', ruled({ when: [{ type: 'country', is: ['XX'] }] })],
  ['has a rule with a long name', ruled({ name: 'x'.repeat(101) })],
  ['has a rule with an unsafe URL', ruled({ url: 'javascript:alert(1)' })],
  ['has a rule that leads back', ruled({ url: LOOP }), 'import of a team'],
  [
    'has too large rules',
    { rules: [1, 2, 3, 4, 5, 6, 7, 8, 9].map(() => ruled({ url: LONG }).rules[0]) },
  ],
  ['has a reserved slug', { slug: 'api' }],
  ['has a long slug', { slug: 'x'.repeat(256) }],
  ['has a slug with a space', { slug: 'a b' }],
  ['has the slug of another link', { slug: 'TAKEN' }],
]

const entering = (fields: Fields, not?: string) =>
  Object.entries(DOORS).filter(
    ([name, { takes }]) => name !== not && Object.keys(fields).every(takes),
  )

describe('through every door a link', () => {
  it.each(VALUES)('%s', async (_rule, given, expected) => {
    for (const [door, { set }] of entering(given)) {
      const id = await set(given)
      expect.soft(await stored(id), door).toMatchObject(expected)
      for (const [back, run] of Object.entries(BACK)) {
        await run(id)
        expect.soft(await stored(id), `${door}, then ${back}`).toMatchObject(expected)
      }
    }
  })
})

describe('through no door a link', () => {
  it.each(REFUSED)('%s', async (_rule, given, not) => {
    for (const [door, { set }] of entering(given, not)) {
      const result = set(given).then(
        () => 'stored',
        (error: { kind?: string }) => error.kind ?? 'failed',
      )
      expect.soft(['invalid', 'not_found', 'conflict'], door).toContain(await result)
    }
  })

  it.each([
    ['has a tag twice', sql`tag_ids = '{6,6}'`],
    ['has 51 tags', sql`tag_ids = array(select generate_series(1, 51))`],
    ['has a long title', sql`title = repeat('x', 513)`],
    ['has a long UTM value', sql`utm_term = repeat('x', 513)`],
    ['has no URL', sql`url = ''`],
    [
      'has large lists',
      sql`geo = jsonb_build_array(repeat('x', 50000)), ab = jsonb_build_array(repeat('x', 50000))`,
    ],
    ['has too many rules', sql`rules = to_jsonb(array_fill(0, array[51]))`],
    ['has a long list', sql`ab = to_jsonb(array_fill(0, array[21]))`],
    ['has a long slug', sql`slug = repeat('x', 256)`],
  ])('%s, not even in the database', async (_rule, change) => {
    const { id } = await link.create()
    await expect(sql`update links set ${change} where id = ${id}`.execute(link.db)).rejects.toThrow(
      'violates check constraint',
    )
  })
})
