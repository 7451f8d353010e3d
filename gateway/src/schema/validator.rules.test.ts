import { type TSchema, Type } from 'typebox'
import { expect, it } from 'vitest'
import { SeriesQuery } from '../routes/analytics/analytics.schema.ts'
import { UpdateBio } from '../routes/bio/bio.schema.ts'
import {
  AcceptInvitation,
  BeginAcceptance,
  CreateInvitation,
} from '../routes/members/member.schema.ts'
import { RequestReset, SignInBody } from '../routes/people/person.schema.ts'
import { LINK_ID, PathId } from './shared.schema.ts'
import { compileValidator, toFieldErrors } from './validator.rules.ts'

const detailOf = (schema: TSchema, value: unknown) => {
  const check = compileValidator({ schema: Type.Object({ it: schema }) })
  return check({ it: value }) ? undefined : toFieldErrors(check.errors ?? [], 'body')[0]?.detail
}

it.each<[TSchema, unknown, string]>([
  [Type.Integer(), 'a', 'must be an integer'],
  [Type.Boolean(), 'a', 'must be true or false'],
  [Type.Unsafe({ type: ['integer', 'null'] }), 'a', 'must be an integer or null'],
  [Type.Union([Type.Integer(), Type.Null()]), 'a', 'must be an integer or null'],
  [Type.Union([Type.Integer({ maximum: 9 }), Type.Null()]), 10, 'must be at most 9'],
  [Type.Integer({ minimum: 1 }), 0, 'must be at least 1'],
  [Type.Integer({ maximum: 99 }), 100, 'must be at most 99'],
  [Type.String({ minLength: 2 }), 'a', 'must have 2 or more characters'],
  [Type.String({ minLength: 1 }), '', 'must not be empty'],
  [Type.String({ maxLength: 2 }), 'abc', 'must have at most 2 characters'],
  [Type.Array(Type.String(), { minItems: 1 }), [], 'must have 1 or more items'],
  [Type.Array(Type.String(), { maxItems: 2 }), ['a', 'b', 'c'], 'must have at most 2 items'],
  [PathId, 'abc', 'must be an id: up to 16 digits'],
  [
    Type.Unsafe({ type: ['integer', 'string'], ...LINK_ID }),
    'abc',
    'must be an id: up to 16 digits',
  ],
  [
    SeriesQuery.properties.link_ids,
    '1,abc',
    'must be at most 100 ids of up to 16 digits, separated by commas',
  ],
])('%j: %j %s', (schema, value, detail) => {
  expect(detailOf(schema, value)).toBe(detail)
})

it.each<[string, TSchema]>([
  ['an invitation', CreateInvitation.properties.email],
  ['a new account', AcceptInvitation.properties.email],
  ['a new account with a passkey', BeginAcceptance.properties.email],
  ['a password reset', RequestReset.properties.email],
  ['a sign-in', SignInBody.properties.email],
  ['a bio page', UpdateBio.properties.email],
])('the email address of %s has one form', (_, schema) => {
  for (const other of ['a0<box@example.com>', '"0"<box@example.com>', '(0)box@example.com', 'a@b'])
    expect(detailOf(schema, other)).toBe('must be an email address')
  expect(detailOf(schema, ' box@example.com ')).toBeUndefined()
})
