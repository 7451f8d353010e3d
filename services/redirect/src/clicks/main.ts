import { parentPort, workerData } from 'node:worker_threads'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import type { Logger } from '@fingerpost/kit/process/log'
import { setPace } from '@fingerpost/kit/process/pace'
import { openQueue } from '@fingerpost/kit/queue/queue'
import { openRedis } from '@fingerpost/kit/stores/redis'
import { watchMemory } from '@fingerpost/kit/stores/redis-memory'
import type { ClickBatch } from '@fingerpost/protos/click-batch'
import { CLICK_QUEUES } from '@fingerpost/protos/redis-keys'
import type { ClickJob } from './job.rules.ts'
import { openReserve } from './reserve.repository.ts'
import { openShipWorker } from './ship.worker.ts'
import type { FromThread, ThreadData, ToThread } from './shipper.client.ts'

// The thread of a redirect process that adds clicks to the queues, beside its event loop.
const { folder, reserveBytes, queueUrl, pace } = workerData as ThreadData
setPace(pace)
const post = (message: FromThread) => parentPort?.postMessage(message)
const logAt = (level: 'debug' | 'info' | 'warn' | 'error') => (fields: object, text: string) =>
  post({ log: [level, fields, text] })
const log = {
  ...{ debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') },
} as unknown as Logger

const lifecycle = new Lifecycle(log)
const redis = lifecycle.own('redis', openRedis(queueUrl, 'queue', log), (it) => it.disconnect())
const memory = lifecycle.own('memory', watchMemory(redis), (it) => it.close())
const queues = CLICK_QUEUES.map((name) =>
  lifecycle.own(name, openQueue<ClickBatch>(name, redis, log), (it) => it.close()),
)

async function add({ id, queue, batch }: ClickJob): Promise<void> {
  memory.require()
  const target = queues[queue]
  if (!target) throw new Error(`there is no click queue ${queue}`)
  await target.add(id, batch)
}

async function ping(): Promise<void> {
  memory.require()
  await redis.ping()
}

const reserve = openReserve(folder, reserveBytes)
const shipping = lifecycle.own(
  'shipping',
  openShipWorker({ folder, reserve, add, ping, report: (report) => post({ report }), log }),
  (it) => it.close(),
)

parentPort?.on('message', (message: ToThread) => {
  if ('file' in message) shipping.update(message.file)
  else if ('jobs' in message) void addAll(message)
  else void lifecycle.close().then(() => parentPort?.close())
})

async function addAll({ jobs, id }: { jobs: ClickJob[]; id: number }): Promise<void> {
  const added = await Promise.all(jobs.map(add)).then(
    () => ({}),
    (error: unknown) => ({ error }),
  )
  post({ id, ...added })
}
