import type { Logger } from '@fingerpost/kit/process/log'
import type { Group } from '@fingerpost/kit/queue/groups'
import { metrics } from '@fingerpost/kit/telemetry/metrics'
import { Counter } from 'prom-client'
import type { LinkChangeRepository } from './link-change.repository.ts'
import { readChanges } from './link-change.rules.ts'

const unreadableChanges = new Counter({
  name: 'fingerpost_link_changes_unreadable_total',
  help: 'Changes of links that could not be parsed and were skipped',
  registers: [metrics],
})

/** Writes one group of jobs to the link dimension, which filters by folder and tag use. */
export const linkChangeWork =
  (links: LinkChangeRepository, log: Logger) =>
  async (group: Group<unknown>): Promise<void> => {
    const read = group.jobs.map((job) => readChanges(job.data))
    const unreadable = read.reduce((sum, it) => sum + it.unreadable, 0)
    if (unreadable > 0) {
      unreadableChanges.inc(unreadable)
      const jobs = group.jobs.map((job) => job.id)
      log.error({ jobs, unreadable }, 'left out changes that cannot be understood')
    }
    await links.upsert(read.flatMap((it) => it.changes))
  }
