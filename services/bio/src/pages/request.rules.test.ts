import { describe, expect, it } from 'vitest'
import { isKnown, linkTarget, parseTarget, safeRequestId } from './request.rules.ts'

describe('the target of a request', () => {
  it.each([
    ['/@ours', 'ours', false],
    ['/@Ours/', 'Ours', false],
    ['/@ours?x=/@theirs', 'ours', false],
    ['/@ours.json', 'ours', true],
    ['/@ours.json?x', 'ours', true],
    ['/@a.b_c~d-e', 'a.b_c~d-e', false],
    ['/%40ours', 'ours', false],
    ['/@c%CC%8Cmela%CC%81k', 'čmelák', false],
  ])('%s is the address of the page %s', (target, slug, json) => {
    expect(parseTarget(target)).toEqual({ slug, json })
  })

  it.each<[string, number | undefined]>([
    ['/@ours?_link=5', 5],
    ['/@ours/?utm_source=x&_link=5&y', 5],
    ['/@ours.json?_link=5', undefined],
    ['/@ours?x_link=5', undefined],
    ['/@ours?_link=', undefined],
    ['/@ours?_link=0', undefined],
    ['/@ours?_link=-1', undefined],
    ['/@ours?_link=5x', undefined],
    [`/@ours?_link=${'9'.repeat(16)}`, undefined],
  ])('%s is the address of the link %s', (target, linkId) => {
    expect(parseTarget(target)).toMatchObject({ slug: 'ours' })
    expect(parseTarget(target)?.linkId).toBe(linkId)
  })

  it('is built for a link with the slug of any team', () => {
    expect(parseTarget(linkTarget('čmelák', 5))).toEqual({ slug: 'čmelák', json: false, linkId: 5 })
  })

  it.each([
    ...['', '/', '/@', '/@/', '/ours', '//@ours', '/@a/b', '/@a//', '/@a%2Fb', '/@%', '/@%FF'],
    ...['/@%00', '/@a%0d%0ab', '/@a%20b', '/@<script>', '/@a%2525', '/@.json/x'],
    `/@${'x'.repeat(256)}`,
  ])('%s is not the address of a page', (target) => {
    expect(parseTarget(target)).toBeUndefined()
  })
})

it('forwards request ids that are safe in a header and a log line', () => {
  expect(safeRequestId('a-1:b')).toBe('a-1:b')
  for (const given of [undefined, '', 'a b', 'é', 'x'.repeat(129), ['a']]) {
    expect(safeRequestId(given)).toBeUndefined()
  }
})

it('finds an ETag in If-None-Match, weak or strong', () => {
  for (const known of ['"a"', ' "x" , W/"a"', '*']) expect(isKnown(known, '"a"')).toBe(true)
  for (const other of [undefined, '', '"ab"', 'a', '"x", "y"']) {
    expect(isKnown(other, '"a"')).toBe(false)
  }
})
