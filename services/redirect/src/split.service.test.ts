import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { afterAll, expect, it } from 'vitest'
import { startScene } from './testing/scene.ts'

const VISITORS = 200

const lifecycle = new Lifecycle(createLog('redirect', 'silent'))
afterAll(() => lifecycle.close())

it('the clicks of a split link record the variant that each visitor got', async () => {
  const { fakes, domain, go, clicksOf } = await startScene(lifecycle)
  const urls = ['https://a.example/', 'https://b.example/', 'https://rest.example/']
  fakes.addLink(domain, {
    slug: 'split',
    url: urls[2]!,
    ab: [
      { id: 1, url: urls[0]!, percent: 40 },
      { id: 2, url: urls[1]!, percent: 40 },
    ],
  })
  const served = new Map<string, string | undefined>()
  const visitors = Array.from({ length: VISITORS }, async (_, i) => {
    const agent = `Mozilla/5.0 Firefox/${i}`
    const { location } = await go('/split', { headers: { 'user-agent': agent } })
    served.set(agent, location)
  })
  await Promise.all(visitors)

  const clicks = await clicksOf('split', VISITORS)
  expect(new Map(clicks.map(({ user_agent: userAgent, url }) => [userAgent, url]))).toEqual(served)
  expect(new Set(served.values())).toEqual(new Set(urls))
})
