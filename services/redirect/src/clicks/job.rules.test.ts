import type { Click } from '@fingerpost/protos/click/v1/click'
import { valuesOf } from '@fingerpost/protos/click-batch'
import { expect, it } from 'vitest'
import { createGroup, jobsIn, linesOf } from './job.rules.ts'

const click = (own: Partial<Click>): Click => ({
  ...{ id: crypto.randomUUID(), created_at_ms: 1_700_000_000_000, link_id: 5, org_id: 7 },
  ...{ domain_id: 3, domain: 'go.example', slug: 's', short_url: 'https://go.example/s' },
  ...{ title: 'A page', url: 'https://example.com/a/page?of=some&length=1', variant: 'main' },
  ...{ trigger: 'link', ip: '203.0.113.77', accept_language: 'de-DE,de;q=0.9,en;q=0.8' },
  ...{
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36',
  },
  ...{ referer: 'https://news.example/', query: '', visitor: '12345678901234567890' },
  ...own,
})
const read = (text: string) =>
  jobsIn(text).jobs.map(({ id, queue, batch }) => ({ id, queue, clicks: valuesOf(batch) }))

it('clicks of several parts are read as they were written', () => {
  const group = createGroup(1, 'job')
  const clicks = [
    click({}),
    click({
      place: { continent: 'Europe', country: 'CZ', region: '', city: 'Prague', latitude: 50.1 },
    }),
    click({ link_id: 6, slug: 't', hints: { ua_platform: 'Linux' }, opted_out: true }),
    click({ url: 'https://b.example/', variant: 'ab:1', utm_source: 'mail', color_scheme: 'dark' }),
    click({ user_agent: '', referer: '', query: 'a=1\n\n&b="\u2028' }),
  ]
  const text = [clicks.slice(0, 2), clicks.slice(2)].map((it) => linesOf(group.add(it))).join('')

  const [job] = read(text)

  expect(job).toMatchObject({ id: 'job', queue: 0 })
  expect(job?.clicks.map((it) => JSON.parse(JSON.stringify(it)))).toEqual(clicks)
})

it('what belongs to a link is written once: a click takes less than 200 bytes, on 100,000 links less than 350', () => {
  const bytes = (clicks: Click[]) =>
    linesOf(createGroup(1, 'job').add(clicks)).length / clicks.length
  expect(bytes(Array.from({ length: 500 }, () => click({})))).toBeLessThan(200)
  const many = Array.from({ length: 500 }, (_, i) =>
    click({
      link_id: i,
      slug: `s${i}`,
      short_url: `https://go.example/s${i}`,
      url: `https://example.com/${i}`,
    }),
  )
  expect(bytes(many)).toBeLessThan(350)
})

it('the clicks of a group are one job for each queue, by link', () => {
  const group = createGroup(3, 'job')
  const text = [
    [3, 4, 5],
    [6, 4],
  ].map((links) => linesOf(group.add(links.map((link_id) => click({ link_id })))))

  expect(
    read(text.join('')).map(({ queue, clicks }) => [queue, clicks.map((it) => it.link_id)]),
  ).toEqual([
    [0, [3, 6]],
    [1, [4, 4]],
    [2, [5]],
  ])
  expect(group.size()).toBe(2)
})

it('lines after an empty one are void, and unreadable ones are counted', () => {
  const [one, two] = ['a', 'b'].map((id) => linesOf(createGroup(1, id).add([click({})])))
  expect(read(`${one}\n${two}`).map(({ id }) => id)).toEqual(['a'])
  expect(read(`\n\n${two}`)).toEqual([])
  const torn = jobsIn(`${one}${two?.slice(0, -9)}`)
  expect([torn.jobs.map(({ id }) => id), torn.damaged]).toEqual([['a'], 1])
  expect(jobsIn('null\n{}\n["a",0,{"clicks":[]}]\n[1,0]\n')).toEqual({ jobs: [], damaged: 4 })
})
