import { expect, it } from 'vitest'
import { answers, requests, visitDuring } from './load.ts'
import { call } from './requests.ts'
import { startTestStack } from './test-stack.ts'

const KILLED = ['bio', 'postgres', 'gateway', 'catalog']
const CUT = ['refuse', 'blackhole', 'mute', 'slow', 'reset-on-answer'] as const

it('every redirected visit of a bio link is counted, and at most those that were sent, after kills and cut connections', async () => {
  const testStack = await startTestStack()
  try {
    const link = { url: 'https://github.com/octocat' }
    const { id } = (await call<{ id: number }>(testStack, 'POST', '/bio/link', link)).body
    const page = await call<{ organization: { slug: string } }>(testStack, 'GET', '/bio')
    const { slug } = page.body.organization
    const clicks = async () =>
      (await call<{ clicks: number }>(testStack, 'GET', `/bio/link/${id}`)).body.clicks

    const load = { perSecond: 300, query: `&_link=${id}` }
    const seen = await visitDuring(testStack.url, `@${slug}`, load, async (now) => {
      for (const name of [...KILLED, ...KILLED]) {
        await testStack.kill(name)
        await testStack.untilReady()
        await answers(now, 97)
      }
      const line = testStack.lines.of('bio', 'postgres')
      for (const mode of CUT) {
        line.set(mode, 2_000)
        await requests(now, 200)
        line.set('ok')
        await testStack.untilReady()
        await answers(now, 97)
      }
    })
    await testStack.untilReady()

    expect(seen.requests).toBeGreaterThan(seen.answered.size)
    expect(await clicks()).toBeGreaterThanOrEqual(seen.answered.size)
    expect(await clicks()).toBeLessThanOrEqual(seen.requests)
  } finally {
    await testStack.close()
  }
})
