import type { Click } from '@fingerpost/protos/click/v1/click'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type ClickJob, openClickQueue } from './click.queue.ts'

interface Job {
  jobId: string
  clicks: string[]
}
const click = (id: string) => ({ id }) as Click
const job = (jobId: string, batch: ClickJob): Job => ({
  jobId,
  clicks: batch.clicks.map(({ id }) => id),
})

/** A queue whose answers the test controls, and a spool that records its batches. */
function open({ bypassQueue = false, spoolWorks = true } = {}) {
  const queued: (Job & { yes: () => void; no: () => void })[] = []
  const spooled: Job[] = []
  const queue = {
    add: (jobId: string, batch: ClickJob) =>
      new Promise<void>((resolve, reject) => {
        queued.push({ ...job(jobId, batch), yes: resolve, no: () => reject(new Error('away')) })
      }),
  }
  const overflow = {
    bypassQueue,
    losesClicks: false,
    async store(jobId: string, batch: ClickJob) {
      spooled.push(job(jobId, batch))
      return spoolWorks ? ('spool' as const) : ('nowhere' as const)
    },
  }
  let ids = 0
  const newId = () => `job-${++ids}`
  return { clicks: openClickQueue(queue, overflow, { newId }), queued, spooled }
}

// The clock stands still unless a test advances it, so a busy machine changes nothing.
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
})
afterEach(() => {
  vi.useRealTimers()
})

const nextTurn = () => new Promise((resolve) => setImmediate(resolve))

it('clicks of one turn of the event loop are one job, and answers wait until Redis accepts it', async () => {
  const { clicks, queued, spooled } = open()
  let answered = 0

  const all = ['a', 'b', 'c'].map((id) => clicks.record(click(id)).then(() => answered++))
  await nextTurn()
  await nextTurn()

  expect(queued).toMatchObject([{ jobId: 'job-1', clicks: ['a', 'b', 'c'] }])
  expect(answered).toBe(0)
  queued[0]?.yes()
  await Promise.all(all)
  expect(spooled).toEqual([])
})

it('a job has JSON without absent values', async () => {
  const jobs: string[] = []
  const queue = { add: async (_: string, job: ClickJob) => void jobs.push(JSON.stringify(job)) }
  const clicks = openClickQueue(queue, {
    bypassQueue: false,
    losesClicks: false,
    store: async () => 'spool',
  })
  const whole = {
    ...{
      id: 'a',
      domain: 'go.example',
      slug: 's',
      title: '',
      url: 'https://e.com/',
      variant: 'main',
    },
    ...{ trigger: 'qr', ip: '', referer: '', query: 'a=1' },
  }

  await clicks.record({
    ...whole,
    created_at_ms: 1_700_000_000_000,
    link_id: 5,
    org_id: 7,
    domain_id: 3,
    short_url: 'https://go.example/s',
    user_agent: 'curl/8',
    accept_language: 'de',
    color_scheme: 'dark',
    utm_source: 'mail',
    utm_reference: undefined,
    place: {
      ...{ continent: 'Europe', country: 'CZ', region: '', city: 'Prague', latitude: 50.1 },
      accuracy_radius: 5,
      time_zone: 'Europe/Prague',
    },
    hints: { ua_platform: 'Linux' },
  })

  expect(JSON.parse(jobs[0] ?? '')).toEqual({
    clicks: [
      {
        ...whole,
        createdAtMs: 1_700_000_000_000,
        linkId: 5,
        orgId: 7,
        domainId: 3,
        shortUrl: 'https://go.example/s',
        userAgent: 'curl/8',
        acceptLanguage: 'de',
        colorScheme: 'dark',
        utmSource: 'mail',
        place: {
          ...{ continent: 'Europe', country: 'CZ', region: '', city: 'Prague', latitude: 50.1 },
          accuracyRadius: 5,
          timeZone: 'Europe/Prague',
        },
        hints: { uaPlatform: 'Linux' },
      },
    ],
  })
})

describe('at least 5 ms are between two jobs', () => {
  it('and the clicks of that time form the next job, even if Redis answers earlier', async () => {
    const { clicks, queued } = open()
    const first = clicks.record(click('a'))
    await nextTurn()
    queued[0]?.yes()
    await first

    const rest = [clicks.record(click('b'))]
    await vi.advanceTimersByTimeAsync(4)
    rest.push(clicks.record(click('c')))
    await nextTurn()
    expect(queued).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)

    expect(queued[1]).toMatchObject({ jobId: 'job-2', clicks: ['b', 'c'] })
    queued[1]?.yes()
    await Promise.all(rest)
  })

  it('and a click waits no longer, even if Redis has not answered yet', async () => {
    const { clicks, queued, spooled } = open()
    void clicks.record(click('a'))
    await nextTurn()

    void clicks.record(click('b'))
    await vi.advanceTimersByTimeAsync(5)

    expect(queued.map((it) => it.clicks)).toEqual([['a'], ['b']])
    expect(spooled).toEqual([])
  })

  it('unless there are 32 clicks, which wait only until the previous job is stored', async () => {
    const { clicks, queued } = open()
    const first = clicks.record(click('a'))
    await nextTurn()

    for (let i = 0; i < 31; i++) void clicks.record(click(`${i}`))
    queued[0]?.yes()
    await first
    await nextTurn()
    expect(queued).toHaveLength(1)
    void clicks.record(click('31'))
    await nextTurn()
    expect(queued[1]?.clicks).toHaveLength(32)

    for (let i = 0; i < 40; i++) void clicks.record(click(`${i}`))
    await nextTurn()
    expect(queued).toHaveLength(2)
    queued[1]?.yes()
    await vi.advanceTimersByTimeAsync(0)
    await nextTurn()
    expect(queued[2]?.clicks).toHaveLength(40)
  })

  it('and a click that comes later is sent at once', async () => {
    const { clicks, queued } = open()
    void clicks.record(click('a'))
    await nextTurn()
    await vi.advanceTimersByTimeAsync(5)

    void clicks.record(click('b'))
    await nextTurn()

    expect(queued.map((it) => it.clicks)).toEqual([['a'], ['b']])
  })
})

it('a job contains at most 500 clicks', async () => {
  const { clicks, queued } = open()

  for (let i = 0; i < 1_100; i++) void clicks.record(click(`${i}`))
  await nextTurn()

  expect(queued.map((it) => it.clicks.length)).toEqual([500, 500])
  for (const it of queued) it.yes()
  await nextTurn()
  await nextTurn()
  expect(queued[2]?.clicks).toHaveLength(100)
})

describe('a batch is spooled unchanged under its own id', () => {
  it('when Redis refuses it', async () => {
    const { clicks, queued, spooled } = open()
    const all = Promise.all(['a', 'b'].map((id) => clicks.record(click(id))))
    await nextTurn()
    queued[0]?.no()

    await all
    expect(spooled).toEqual([{ jobId: 'job-1', clicks: ['a', 'b'] }])
  })

  it('when Redis has not answered after 50 ms', async () => {
    const { clicks, queued, spooled } = open()
    const recorded = clicks.record(click('a'))
    await nextTurn()

    await vi.advanceTimersByTimeAsync(49)
    await nextTurn()
    expect(queued).toHaveLength(1)
    expect(spooled).toEqual([])
    await vi.advanceTimersByTimeAsync(1)

    await recorded
    expect(spooled).toEqual([{ jobId: 'job-1', clicks: ['a'] }])
  })

  it('without trying Redis while it is known to be unavailable', async () => {
    const { clicks, queued, spooled } = open({ bypassQueue: true })

    await clicks.record(click('a'))

    expect(queued).toEqual([])
    expect(spooled).toEqual([{ jobId: 'job-1', clicks: ['a'] }])
  })
})

it('the visitor is answered even if the spool is full', async () => {
  await open({ bypassQueue: true, spoolWorks: false }).clicks.record(click('a'))
})

it('closing flushes pending clicks and waits until they are stored', async () => {
  const { clicks, queued } = open()
  void clicks.record(click('a'))
  void nextTurn().then(() => clicks.record(click('b')))
  await nextTurn()
  await nextTurn()

  let closed = false
  const closing = clicks.close().then(() => {
    closed = true
  })
  await nextTurn()
  expect(queued.map((it) => it.clicks)).toEqual([['a'], ['b']])
  expect(closed).toBe(false)
  for (const it of queued) it.yes()
  await closing
})
