import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { DateTime } from './shared.schema.ts'
import { compileValidator, toFieldErrors } from './validator.rules.ts'

const faults = (at: string) => {
  const check = compileValidator({ schema: Type.Object({ at: DateTime }) })
  return check({ at }) ? [] : toFieldErrors(check.errors ?? [], 'body')
}

it.each([
  '2016-12-31T23:59:60Z',
  '2016-12-31T23:59:60+00:00',
  '2017-01-01T00:59:60+01:00',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+00:01',
  '9999-12-31T23:59:59-00:01',
  '2026-02-30T00:00:00Z',
  '2026-11-22T00:00:00',
])('%s is rejected as a date', (at) => {
  expect(faults(at)).toMatchObject([
    {
      field: 'at',
      code: 'invalid_format',
      detail: 'must be a date and time with a UTC offset, such as 2026-11-22T12:00:00Z',
    },
  ])
})

it.each([
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-11-22T12:00:00.123456789+05:45',
  '2024-02-29t00:00:00z',
])('%s is a date', (at) => {
  expect(faults(at)).toEqual([])
})
