// Started as `autocannon.ts <a Load as JSON>` if wrk is missing: the same load by autocannon, which
// uses more of its core, so that ratios come out smaller. Prints the result after `JSON`.
import autocannon from 'autocannon'
import type { Load } from './load.schema.ts'
import type { Loaded } from './load.ts'

const wanted = JSON.parse(process.argv[2] ?? '') as Load
const { origin, seconds, connections = 64, method = 'GET', headers = {}, pauseMs = 0 } = wanted
const { path, body, of = 1, from = 0, strangeEvery = 0 } = wanted.asks
const random = (most: number) => Math.floor(Math.random() * most)
let asked = 0

const result = await autocannon({
  url: origin,
  duration: seconds,
  connections,
  timeout: 10,
  headers,
  ...(pauseMs > 0 && { overallRate: Math.round((connections * 1_000) / (pauseMs + 1)) }),
  requests: [
    {
      method: method as 'GET',
      setupRequest(request) {
        const strange = strangeEvery > 0 && ++asked % strangeEvery === 0
        const number = `${from + random(of)}`
        return {
          ...request,
          path: strange ? `/strange-${random(2e9)}` : path.replaceAll('#', number),
          ...(body !== undefined && { body: body.replaceAll('#', number) }),
        }
      },
    },
  ],
})

const loaded: Loaded = {
  requests: result.requests.total,
  perSecond: result.requests.total / result.duration,
  p50Ms: result.latency.p50,
  p99Ms: result.latency.p99,
  refused: result['4xx'] + result['5xx'],
  failed: result.errors,
}
console.log(`JSON${JSON.stringify(loaded)}`)
