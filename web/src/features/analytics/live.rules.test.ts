import { expect, it } from 'vitest'
import { type Click, createClickReader, isMeant } from './live.rules.ts'

const event = (id: string) => `id: ${id}\nevent: click\ndata: ${JSON.stringify({ id })}\n\n`
const ids = (clicks: Click[]) => clicks.map(({ id }) => id)

it('parses clicks wherever the stream is split', () => {
  const text = `: listening\n\n${event('a')}: still listening\n\n${event('b')}`
  for (let cut = 0; cut <= text.length; cut++) {
    const read = createClickReader()
    const clicks = [...read(text.slice(0, cut)), ...read(text.slice(cut))]
    expect(ids(clicks)).toEqual(['a', 'b'])
  }
})

it('omits clicks that do not match the filters', () => {
  const click = { country: 'CZ', domain_id: 5, browser: 'Firefox' } as Click
  expect(isMeant(click, {})).toBe(true)
  expect(isMeant(click, { country: 'CZ', domain_id: '5' })).toBe(true)
  expect(isMeant(click, { country: 'DE' })).toBe(false)
  expect(isMeant(click, { country: 'CZ', browser: 'Chrome' })).toBe(false)
  expect(isMeant(click, { referer: 'news.example' })).toBe(false)
  expect(isMeant(click, { country: ['DE', 'CZ'], browser_contains: 'FOX' })).toBe(true)
  expect(isMeant(click, { country_not: ['DE', 'CZ'] })).toBe(false)
  expect(isMeant(click, { country_not: 'DE', referer_not: 'x' })).toBe(true)
  expect(isMeant(click, { link_id: ['1', '2'] })).toBe(false)
})
