import { Type } from 'typebox'
import { expect, it } from 'vitest'
import { bodyOf } from './body.mapper.ts'
import { DateTime, Nullable } from './shared.schema.ts'

it('turns a message into the body that a schema declares', () => {
  const toBody = bodyOf(
    Type.Object({
      id: Type.Integer(),
      org_id: Type.String(),
      made_by: Nullable(Type.Integer()),
      link_id: Nullable(Type.String()),
      used_at: Nullable(DateTime),
      created_at: DateTime,
      color: Type.Optional(Type.String()),
    }),
  )
  const empty: { made_by?: number; link_id?: number; used_at?: Date; color?: string } = {}
  const created_at = new Date('2026-11-20T12:00:00.000Z')

  expect(toBody({ id: 1, org_id: 7, created_at, ...empty })).toStrictEqual({
    id: 1,
    org_id: '7',
    made_by: null,
    link_id: null,
    used_at: null,
    created_at: '2026-11-20T12:00:00.000Z',
  })
  const whole = { made_by: 3, link_id: 4, used_at: created_at, color: '#fff' }
  expect(toBody({ id: 1, org_id: 7, created_at, ...whole })).toMatchObject({
    made_by: 3,
    link_id: '4',
    used_at: '2026-11-20T12:00:00.000Z',
    color: '#fff',
  })
})
