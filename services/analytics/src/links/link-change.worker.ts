import { metrics } from '@fingerpost/kit/admin'
import type { Logger } from '@fingerpost/kit/log'
import { Counter } from 'prom-client'
import type { LinkChangeRepository } from './link-change.repository.ts'
import { readChanges } from './link-change.rules.ts'

const unreadableChanges = new Counter({
  name: 'link_changes_unreadable_total',
  help: 'Changes of links that could not be understood and were left out',
  registers: [metrics],
})

/** The work on one job of link changes: the dimension that filters by folder and tag ask. */
export const linkChangeWork =
  (links: LinkChangeRepository, log: Logger) =>
  async (job: { id: string; data: unknown }): Promise<void> => {
    const { changes, unreadable } = readChanges(job.data)
    if (unreadable > 0) {
      unreadableChanges.inc(unreadable)
      log.error({ job: job.id, unreadable }, 'left out changes that cannot be understood')
    }
    await links.upsert(job.id, changes)
  }
