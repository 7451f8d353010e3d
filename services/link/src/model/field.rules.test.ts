import { readdirSync, readFileSync } from 'node:fs'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type {
  CreateLinkRequest,
  Link,
  LinksService,
  UpdateLinkRequest,
} from '@fingerpost/protos/link/v1/link'
import {
  forLists,
  type ListField,
  type ListItem,
  type Lists,
  type ReplaceCall,
} from '@fingerpost/protos/redirect-rules'
import { expect, expectTypeOf, it } from 'vitest'
import {
  COLUMN_TYPES,
  type LinkField,
  type LinkValues,
  readCells,
  readValues,
} from './field.rules.ts'

type Address = 'domain_id' | 'slug'
type Password = 'password' | 'remove_password'
/** A list that is also a field of requests; its items get their ids when it is stored. */
type Rules = 'rules'
type Known =
  | Address
  | 'id'
  | 'org_id'
  | 'user_id'
  | 'domain'
  | 'short_url'
  | 'folder'
  | ListField
  | 'has_password'
  | 'clicks'
  | 'clicked_at'
  | 'created_at'
  | 'updated_at'

// Checked by the compiler: a field that a message lacks would be dropped without an error.
it('the messages to create, change and show a link have the fields of the table', () => {
  type Created = Exclude<
    keyof CreateLinkRequest,
    Address | Password | Rules | 'slug_length' | 'idempotency_key'
  >
  type Updated = Exclude<keyof UpdateLinkRequest, Address | Password | Rules | 'id' | 'clear'>

  expectTypeOf<LinkField>().toEqualTypeOf<Created>()
  expectTypeOf<LinkField>().toEqualTypeOf<Updated>()
  expectTypeOf<Exclude<LinkField, 'folder_id'>>().toEqualTypeOf<Exclude<keyof Link, Known>>()
})

it('the migrations create the column of every field, with its type', () => {
  const folder = new URL('../../migrations/', import.meta.url)
  const sql = readdirSync(folder)
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join('\n')
  const [, table = ''] = /create table links \(\n(.*?)\n\) with/s.exec(sql) ?? []
  const columns = table.split('\n').map((line) => {
    const [name = '', type = ''] = line.trim().replace(/[;,]$/, '').split(/\s+/)
    return [name, type]
  })

  const lists = forLists(() => 'jsonb')
  expect(Object.fromEntries(columns)).toMatchObject({ ...COLUMN_TYPES, ...lists })
  // A default, so that links from before a new list have an empty one.
  for (const name of Object.keys(lists)) {
    expect(sql).toMatch(new RegExp(` ${name} +jsonb not null default '\\[\\]'`))
  }
})

// Checked by the compiler: the table of lists and the messages describe the same items.
it('the messages to show a link and to replace its lists have the items of the table', () => {
  type Replace<F extends ListField> = Handlers<LinksService>[ReplaceCall<F>]
  type Given = { [F in ListField]: Omit<Parameters<Replace<F>>[0]['items'][number], 'id'> }
  expectTypeOf<Given>().toEqualTypeOf<{ [F in ListField]: Omit<ListItem<F>, 'id'> }>()
  expectTypeOf<Lists>().toEqualTypeOf<Pick<Link, ListField>>()
})

it('a field that is cleared has its empty value', () => {
  const clear = ['title', 'tags', 'expire_url', 'no_such_field']

  expect(readValues({}, clear)).toEqual({
    columns: { title: '', tag_ids: [], expire_url: null },
    errors: [],
  })
})

it('the cells of an imported row are parsed, and those in a wrong form rejected', () => {
  const cells = { title: 'T', expires_at: '2030-01-01T00:00:00Z', expires_after: '5', folder: 'F' }

  expect(readCells(cells)).toEqual({
    title: 'T',
    expires_at: new Date('2030-01-01T00:00:00Z'),
    expires_after: 5,
  })
  expect(readCells({ expires_at: '2030-01-01T00:00:00' })).toMatchObject({ field: 'expires_at' })
})

it.each([
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-01-01T24:00:00Z',
])('%s in a cell is rejected as a date', (cell) => {
  const values = readCells({ expires_at: cell })

  const { errors } = 'code' in values ? { errors: [values] } : readValues(values, [])
  expect(errors).toMatchObject([{ field: 'expires_at', code: 'invalid_format' }])
})

it.each(['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2024-02-29t12:00z'])(
  '%s in a cell is a date',
  (cell) => {
    const values = readCells({ expires_at: cell }) as LinkValues

    expect(readValues(values, [])).toMatchObject({
      columns: { expires_at: new Date(cell) },
      errors: [],
    })
  },
)
