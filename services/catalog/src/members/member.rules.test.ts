import { ROLE_SCOPES, ROLES } from '@fingerpost/protos/people'
import { SCOPES } from '@fingerpost/protos/words'
import { describe, expect, it } from 'vitest'
import { checkGivenRole, checkPower, checkRole, scopesOf, scopesWithin } from './member.rules.ts'

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

describe.each(ROLES)('the role %s', (role) => {
  const given = (scopes: readonly string[], kind = 'key') =>
    checkGivenRole(role, { scopes, actor: { kind } })

  it.each([['member:write only', []], ...Object.entries(ROLE_SCOPES)] as const)(
    'is given by an API key with the scopes of: %s, if these are all of its scopes',
    (_, of) => {
      const scopes: string[] = ['member:write', ...of]
      const refused = scopesOf(role).some((it) => !scopes.includes(it))
      if (!refused) expect(given(scopes)).toBeUndefined()
      else {
        expect(() => given(scopes)).toThrow(expect.objectContaining({ code: 'insufficient_scope' }))
      }
    },
  )

  it('is given by a session, whose role is checked', () => {
    expect(given([], 'user')).toBeUndefined()
  })
})
