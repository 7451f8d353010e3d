import { expect, it } from 'vitest'
import { customer, stack, visit } from '../stack.ts'

it('live clicks are streamed as visitors arrive', async () => {
  const { body: domains } = await customer()<{ items: { id: number }[] }>('GET', '/domain')
  const { body: own } = await customer()<{ id: string; short_url: string }>('POST', '/link', {
    url: 'https://example.com/live',
    domain_id: domains.items[0]?.id,
    title: 'Live',
  })
  await visit(own.short_url)
  const stop = new AbortController()
  const answer = await fetch(`${stack.url}/api/analytics/live?link_id=${own.id}`, {
    headers: { 'x-api-key': stack.apiKey },
    signal: stop.signal,
  })
  expect(answer.headers.get('content-type')).toContain('text/event-stream')
  await visit(`${own.short_url}?n=1`)
  await visit(`${own.short_url}?n=2`)

  let text = ''
  for await (const chunk of answer.body ?? []) {
    text += Buffer.from(chunk).toString()
    if (text.includes('"n":"1"') && text.includes('"n":"2"')) break
  }
  stop.abort()
  expect(text.match(/event: click/g)?.length).toBeLessThanOrEqual(3)
  const data = text.split('\n').find((line) => line.startsWith('data: '))
  expect(JSON.parse(data?.slice(6) ?? '{}')).toMatchObject({ link_id: own.id })
})
