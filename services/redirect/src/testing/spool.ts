import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createLog } from '@fingerpost/kit/process/log'
import type { Click } from '@fingerpost/protos/click/v1/click'
import { valuesOf } from '@fingerpost/protos/click-batch'
import { type ClickJob, jobsIn } from '../clicks/job.rules.ts'
import { openReserve } from '../clicks/reserve.repository.ts'
import { openShipWorker, type ShipReport } from '../clicks/ship.worker.ts'
import { openSpool } from '../clicks/spool.repository.ts'
import type { ShippedFile } from '../clicks/spool-file.repository.ts'

const log = createLog('redirect', 'silent')

export const clickOf = (id: string, link_id = 1) => ({ id, link_id }) as Click
export const idsOf = ({ batch }: ClickJob) => valuesOf(batch).map(({ id }) => id)

/** The jobs in a spool folder, without its folders. */
export async function spooledJobs(folder: string): Promise<ClickJob[]> {
  const all = await readdir(folder, { withFileTypes: true })
  const names = all.filter((it) => it.isFile()).map(({ name }) => name)
  const texts = await Promise.all(names.sort().map((it) => readFile(join(folder, it), 'utf8')))
  return texts.flatMap((text) => jobsIn(text).jobs)
}

/** A queue that takes no clicks. */
const nowhere = async () => {
  throw new Error('the queue is unavailable')
}

/** A queue that can be made unavailable; records the added jobs. */
export function openTestQueue() {
  const queue = {
    away: false,
    pings: 0,
    added: [] as ClickJob[],
    async ping() {
      queue.pings++
      if (queue.away) throw new Error('away')
    },
    async add(job: ClickJob) {
      if (queue.away) throw new Error('away')
      queue.added.push(job)
    },
    /** The clicks of each job. */
    clicks: () => queue.added.map(idsOf),
  }
  return queue
}

/** The spool of a process, whose shipper starts later. */
export async function openProcess(
  folder: string,
  own: { maxBytes?: number; reserve?: number } = {},
) {
  const reserve = openReserve(folder, own.reserve ?? 0)
  while (await reserve.fill());
  const sealed: ShippedFile[] = []
  const reports: ShipReport[] = []
  let shipper: ReturnType<typeof openShipWorker> | undefined
  const ship = (file: ShippedFile) => {
    sealed.push(file)
    shipper?.update(file)
  }
  const { maxBytes = 100_000_000 } = own
  const spool = openSpool({ folder, queues: 1, maxBytes, reserve, ship })
  return {
    spool,
    reserve,
    reports,
    append: (...ids: string[]) =>
      spool.append(
        ids.map((id) => clickOf(id)),
        nowhere,
      ),
    /** Sends what was and will be spooled to a queue. */
    ship(queue = openTestQueue()) {
      const { add, ping } = queue
      const report = (it: ShipReport) => void reports.push(it)
      shipper = openShipWorker({ folder, reserve, add, ping, report, log })
      for (const file of sealed) shipper.update(file)
      return { queue, close: shipper.close }
    },
  }
}
