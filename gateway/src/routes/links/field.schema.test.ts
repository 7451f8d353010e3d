import type { CreateLinkRequest, UpdateLinkRequest } from '@fingerpost/protos/link/v1/link'
import type { LinkBody } from '@fingerpost/protos/link-body'
import { expect, expectTypeOf, it } from 'vitest'
import { EXPORT_COLUMNS, IMPORT_COLUMNS } from './column.schema.ts'
import { READ_ONLY, type ReadField, WRITE, type WriteField } from './field.schema.ts'

// Checked by the compiler: a field that only one side knows would be dropped without an error.
it('the API and the messages of link have the same fields', () => {
  type Created = Exclude<keyof CreateLinkRequest, 'slug_length' | 'idempotency_key'>
  type Updated = Exclude<keyof UpdateLinkRequest, 'id' | 'clear'>

  expectTypeOf<WriteField>().toEqualTypeOf<Created>()
  expectTypeOf<WriteField>().toEqualTypeOf<Updated>()
  expectTypeOf<Exclude<ReadField, 'geo_url' | 'favicon'>>().toEqualTypeOf<keyof LinkBody>()
})

it('an export and an import have a column for every field that can be set', () => {
  const other = ['domain_id', 'folder_id', 'password', 'remove_password']
  const settable = Object.keys(WRITE).filter((name) => !other.includes(name))

  expect(EXPORT_COLUMNS).toEqual(expect.arrayContaining(settable))
  expect(IMPORT_COLUMNS).toEqual(expect.arrayContaining(settable))
  expect(IMPORT_COLUMNS).not.toContain('clicks')
  expect(READ_ONLY).toContain('clicks')
})
