import { execFile } from 'node:child_process'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { api, containers, createLink, type Link, PROCESSES, serviceOf, soon } from './project.ts'

/** Sends requests without waiting for their answers until it is stopped; returns the answers that are not in `ok`. */
async function keepAsking(
  stop: AbortSignal,
  everyMs: number,
  ok: number,
  ask: () => Promise<Response>,
) {
  const failures: string[] = []
  const answers: Promise<void>[] = []
  const askOnce = async () => {
    try {
      const answer = await ask()
      if (answer.status !== ok) failures.push(`${answer.status} ${await answer.text()}`)
    } catch (error) {
      failures.push(`${(error as Error).cause ?? error}`)
    }
  }
  while (!stop.aborted) {
    answers.push(askOnce())
    await sleep(everyMs)
  }
  await Promise.all(answers)
  return { asked: answers.length, failures }
}

it('deploy/rollout.sh replaces every process and refuses no visit and no read of the API meanwhile', async () => {
  const before = await containers(...PROCESSES)
  const visited = await createLink()
  const { FINGERPOST_URL, FINGERPOST_API_KEY = '' } = process.env
  const url = `${FINGERPOST_URL}/api/link/${visited.id}`
  const headers = { 'x-api-key': FINGERPOST_API_KEY }
  const stop = new AbortController()
  const all = Promise.all([
    keepAsking(stop.signal, 20, 302, () => fetch(visited.short_url, { redirect: 'manual' })),
    keepAsking(stop.signal, 200, 200, () => fetch(url, { headers })),
  ])

  try {
    await promisify(execFile)('deploy/rollout.sh')
  } finally {
    stop.abort()
  }

  const [visits, reads] = await all
  expect(visits.asked).toBeGreaterThan(1_000)
  // On a busy machine a store may answer too late; only an answer of the proxy itself is a refused request.
  const refused = reads.failures.filter((it) => !it.includes('"code":"unavailable"'))
  expect([visits.failures, refused]).toEqual([[], []])
  const after = await containers(...PROCESSES)
  expect(after.map(serviceOf).sort()).toEqual(before.map(serviceOf).sort())
  const old = new Set(before.map(({ Id }) => Id))
  expect(after.filter(({ Id }) => old.has(Id)).map(serviceOf)).toEqual([])
  await soon(async () => expect((await api<Link>(`/link/${visited.id}`)).clicks).toBe(visits.asked))
})
