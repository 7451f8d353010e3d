import { expect, it } from 'vitest'
import { runService } from './service.ts'

it('a service tells its host when it runs, and not before', async () => {
  const order: string[] = []
  const service = {
    name: 'example',
    readConfig: () => ({
      LOG_LEVEL: 'silent',
      OTEL_EXPORTER_OTLP_ENDPOINT: '',
      OTEL_TRACES_SAMPLER_ARG: 1,
    }),
    async start() {
      order.push('starting')
      await new Promise(setImmediate)
      order.push('started')
      return undefined
    },
  }
  const host = { env: {}, adopt: () => {}, onRunning: () => void order.push('running') }
  await runService(service, host)
  expect(order).toEqual(['starting', 'started', 'running'])
})
