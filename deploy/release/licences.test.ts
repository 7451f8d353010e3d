import { expect, it } from 'vitest'
import { isAllowed, refused } from './licences.rules.ts'

it.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-or-later)', true],
  ['Apache-2.0 AND MIT', true],
  ['MIT AND AGPL-3.0-only', false],
  ['AGPL-3.0-only', false],
  ['LGPL-3.0-or-later', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['', false],
])('%j is allowed: %s', (expression, allowed) => {
  expect(isAllowed(expression)).toBe(allowed)
})

it('reports components with a license that is not allowed or without one', () => {
  const component = (name: string, id?: string, group?: string) => ({
    name,
    version: '1.0.0',
    ...(group && { group }),
    ...(id && { licenses: [{ license: { id } }] }),
  })

  expect(
    refused([
      component('good', 'MIT'),
      component('bad', 'AGPL-3.0-only', '@some'),
      component('silent'),
      component('kit', undefined, '@fingerpost'),
    ]),
  ).toEqual(['@some/bad@1.0.0: AGPL-3.0-only', 'silent@1.0.0: no license'])
})
