import { freePort } from '../../deploy/local/src/ports.ts'
import type { Bench } from './bench.ts'
import { LINK_BODY, oursOf, PASSED } from './gateway.bench.ts'
import { seedLinks } from './links.ts'
import { CORES, pin, unpin, withChildren } from './machine.ts'
import { environmentOf, startProgram } from './process.ts'
import { compare } from './rounds.ts'

/** The cost of authentication, rate limits and idempotency keys, which run before every route. */
export const guards: Bench = {
  name: 'guards',
  goal: 'key check, rate limit and idempotency cost ≤ 15 % of requests/s',
  async run(options) {
    const testStack = await options.testStack()
    const id = await seedLinks(testStack, 1)
    const [port, adminPort] = [await freePort(), await freePort()]
    const env = {
      ...environmentOf(testStack.facts.pids.gateway ?? 0),
      HTTP_PORT: `${port}`,
      ADMIN_PORT: `${adminPort}`,
    }
    const entry = 'tests/bench/references/open-gateway.ts'
    const open = await startProgram(entry, env, port, CORES.measured)
    const all = testStack.pids()
    pin(all, CORES.others)
    pin(withChildren(testStack.pids(...PASSED)), CORES.measured)
    const ours = oursOf(testStack)
    const headers = { 'content-type': 'application/json' }
    const inner = testStack.pids(...PASSED.filter((name) => name !== 'gateway'))
    const pids = () => [open.pid, ...withChildren(inner)]
    const reference = { origin: `http://127.0.0.1:${port}`, pids, headers }
    const sides = { ours, reference, rate: { atLeast: 0.85 } }
    const post = { method: 'POST', asks: { path: '/api/link', body: LINK_BODY, of: 1_000 } }
    try {
      return [
        ...(await compare(
          { ...sides, work: 'guards of GET a link', load: { asks: { path: `/api/link/${id}` } } },
          options,
        )),
        ...(await compare({ ...sides, work: 'guards of POST a link', load: post }, options)),
      ]
    } finally {
      await open.stop()
      unpin(withChildren(all))
    }
  },
}
