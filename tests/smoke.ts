/** The system test of each area that runs against containers by default; the others run with `--all`. */
export const SMOKE_AREAS = {
  links: 'tests/system/links.test.ts',
  redirect: 'tests/system/redirect-table.test.ts',
  limits: 'tests/system/redirect-limits.test.ts',
  analytics: 'tests/system/analytics.test.ts',
  people: 'tests/system/people.test.ts',
  domains: 'tests/system/domains.test.ts',
  bio: 'tests/system/bio.test.ts',
  webhooks: 'tests/system/webhooks.test.ts',
  keys: 'tests/system/keys.test.ts',
  stores: 'tests/system/main-job.test.ts',
} as const

export const SMOKE: readonly string[] = Object.values(SMOKE_AREAS)
