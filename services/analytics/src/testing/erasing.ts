import type { Client } from '@fingerpost/kit/grpc/client'
import type {
  ErasuresService,
  ReportErasuresRequest,
  Erasure as RequestedErasure,
  ScanErasuresRequest,
} from '@fingerpost/protos/catalog/v1/erasure'
import { clickRepository } from '../clicks/click.repository.ts'
import { erasingRepository } from '../erasing/erasing.repository.ts'
import { type ErasingParts, erase } from '../erasing/erasing.worker.ts'
import { erasureRepository } from '../erasures/erasure.repository.ts'
import { rejectedRepository } from '../requeue/rejected.repository.ts'
import { visitorDayRepository } from '../visitors/visitor-day.repository.ts'
import type { RetentionStand } from './retention.ts'
import { log } from './stack.ts'

type Criteria = Partial<
  Pick<RequestedErasure, 'link_ids' | 'domain_id' | 'address' | 'from' | 'to' | 'until'>
>

/** What catalog answers to the click worker. */
export function makeRequestedErasures(now: () => number = Date.now) {
  const asked: RequestedErasure[] = []
  return {
    asked,
    ask(orgId: number, criteria: Criteria): RequestedErasure {
      const it: RequestedErasure = {
        id: asked.length + 1,
        org_id: orgId,
        link_ids: [],
        until: criteria.to ?? new Date(now()),
        progress: { state: 'queued', found: 0, left: 0 },
        created_by: 1,
        created_at: new Date(now()),
        ...criteria,
      }
      asked.push(it)
      return it
    },
    handlers: {
      async scanErasures({ after_id, limit, done }: ScanErasuresRequest) {
        const erasures = asked
          .filter((it) => it.id > after_id && (done || it.progress?.state !== 'done'))
          .slice(0, limit)
        return { erasures }
      },
      async reportErasures({ reports }: ReportErasuresRequest) {
        for (const { id, progress } of reports) {
          const erasure = asked.find((it) => it.id === id)
          if (erasure) erasure.progress = progress
        }
        return {}
      },
    },
  }
}

/** Erasures in a test database, whose second queue is `queued`. */
export function openErasing(
  stand: Pick<RetentionStand, 'clickhouse' | 'deletionsEnded'>,
  now: () => number = Date.now,
) {
  const { asked, ask, handlers } = makeRequestedErasures(now)
  const store = erasingRepository(stand.clickhouse, '')
  const queued: unknown[] = []
  const parts: ErasingParts = {
    catalog: handlers as unknown as Client<ErasuresService>,
    erasures: erasureRepository(stand.clickhouse),
    store,
    rejected: rejectedRepository(stand.clickhouse, ''),
    clicks: clickRepository(stand.clickhouse),
    queues: [
      { ids: async () => [], texts: async () => [] },
      {
        ids: async () => queued.map((_, i) => String(i)),
        texts: async (ids) => ids.map((id) => JSON.stringify(queued[Number(id)])),
      },
    ],
    recount: visitorDayRepository(stand.clickhouse, '').recount,
    now,
    log,
    lateAfterMs: 0,
  }
  const run = (others: Partial<ErasingParts> = {}) => erase({ ...parts, ...others })
  return {
    asked,
    ask,
    /** The jobs of the queue. */
    queued,
    parts,
    run,

    /** Runs until all erasures are done. */
    async complete(eachTime: () => Promise<void> = async () => {}): Promise<void> {
      for (let i = 0; asked.some(({ progress }) => progress?.state !== 'done'); i++) {
        if (i > 100) throw new Error(`not done: ${JSON.stringify(asked)}`)
        await run()
        await eachTime()
        await stand.deletionsEnded()
      }
    },
  }
}
