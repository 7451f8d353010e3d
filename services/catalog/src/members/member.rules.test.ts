import { ROLE_SCOPES } from '@fingerpost/protos/people'
import { SCOPES } from '@fingerpost/protos/words'
import { describe, expect, it } from 'vitest'
import { checkPower, checkRole, scopesOf, scopesWithin } from './member.rules.ts'

describe('the scopes of a role', () => {
  it('grow with the role, and the owner has all', () => {
    const { viewer, editor, admin, owner } = ROLE_SCOPES
    expect(editor).toEqual(expect.arrayContaining([...viewer]))
    expect(admin).toEqual(expect.arrayContaining([...editor]))
    expect(owner).toEqual(SCOPES)
    expect(viewer.filter((scope) => !scope.endsWith(':read'))).toEqual([])
  })

  it('limit those of an API key', () => {
    expect(scopesWithin(['link:read', 'link:write', 'old'], 'viewer')).toEqual(['link:read'])
    expect(scopesWithin(['link:write'], 'owner')).toEqual(['link:write'])
  })

  it('are none for an unknown role', () => {
    expect(scopesOf('king')).toEqual([])
    expect(checkRole('king')).toMatchObject({ field: 'role', code: 'not_allowed' })
    expect(checkRole('viewer')).toBeUndefined()
  })
})

it.each([
  ['owner', 'owner', 'viewer', undefined],
  ['owner', undefined, 'owner', undefined],
  ['admin', 'viewer', 'admin', undefined],
  ['admin', 'admin', undefined, undefined],
  ['admin', 'owner', undefined, 'owner_required'],
  ['admin', 'admin', 'owner', 'owner_required'],
  ['editor', 'viewer', 'editor', 'insufficient_scope'],
  [undefined, undefined, 'viewer', 'insufficient_scope'],
])('%s turns %s into %s: %s', (actor, from, to, code) => {
  const change = () => checkPower(actor, from, to)
  if (code) expect(change).toThrow(expect.objectContaining({ code }))
  else expect(change).not.toThrow()
})
