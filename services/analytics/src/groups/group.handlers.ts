import type { CallContext } from '@fingerpost/kit/grpc/context'
import type { Handlers } from '@fingerpost/kit/grpc/server'
import type { AnalyticsService, Filter, GroupItem } from '@fingerpost/protos/analytics/v1/analytics'
import type { DimensionName } from '@fingerpost/protos/dimensions'
import { sliceOf } from '../reports/filter.rules.ts'
import { resolvePeriod } from '../reports/period.rules.ts'
import type { ScopeOf } from '../reports/report.handlers.ts'
import type { ReportRepository } from '../reports/report.repository.ts'
import type { Scope } from '../reports/scope.rules.ts'
import { dayText } from '../reports/zone.rules.ts'
import type { GroupRepository } from './group.repository.ts'
import { checkNames, GROUP_FIELDS, titleOf, VALUE_FIELDS } from './group.rules.ts'

type Grouping = 'groupClicks' | 'listValues' | 'summarize'

export function groupHandlers(
  groups: GroupRepository,
  reports: ReportRepository,
  scopeOf: ScopeOf,
): Pick<Handlers<AnalyticsService>, Grouping> {
  const allTime = (filter: Filter, context: CallContext): Promise<Scope> =>
    scopeOf({ ...filter, period: filter.period ?? 'all' }, context)

  return {
    async groupClicks({ filter, fields, page }, context) {
      checkNames('fields', fields, GROUP_FIELDS)
      const [scope, slice] = [await scopeOf(filter, context), sliceOf(page)]
      const found = await groups.list(scope, [...new Set(fields)], slice)
      return {
        groups: found.map(({ field, items, total }) => ({
          field,
          items: items.map((item) => named(field, item)),
          total,
        })),
      }
    },

    async listValues({ field, search = '', page, include_bots }, context) {
      checkNames('field', [field], VALUE_FIELDS)
      const { offset, limit } = sliceOf(page)
      const values = await groups.values(
        await allTime({ include_bots }, context),
        field as DimensionName,
      )
      const wanted = search.toLowerCase()
      const items = values
        .map((value) => ({ title: titleOf(field, value), value }))
        .filter(({ title }) => title.toLowerCase().includes(wanted))
        .sort((a, b) => a.title.localeCompare(b.title, 'en') || (a.value < b.value ? -1 : 1))
      return { items: items.slice(offset, offset + limit), total: items.length }
    },

    async summarize({ filter }, context) {
      const scope = await allTime(filter ?? { include_bots: false }, context)
      const { timezone } = scope.filter
      const { fromMs } = resolvePeriod({ period: 'month', timezone }, scope.period.nowMs)
      const [links, counts] = await Promise.all([
        reports.countLinks(scope, fromMs),
        reports.summarize(scope, dayText(fromMs, scope.period.zone)),
      ])
      return { links, ...counts }
    },
  }
}

/** Adds titles. The caller adds those of folders and tags, which are in the catalog. */
function named(field: string, item: GroupItem): GroupItem {
  const { value, title } = item
  if (field === 'folders' || field === 'tags')
    return { ...item, title: value === '0' ? 'Unknown' : '' }
  return { ...item, title: title || titleOf(field, value) }
}
