/** The system test of each area that runs against containers by default; the others run with `--all`. */
export const SMOKE = [
  'links',
  'redirect-table',
  'redirect-limits',
  'analytics',
  'people',
  'domains',
  'bio',
  'webhooks',
  'keys',
  'main-job',
].map((name) => `tests/system/${name}.test.ts`)
