import { afterAll } from 'vitest'

// The processor time of each file, for the table at the end of `npm test`.
const before = process.cpuUsage()
// biome-ignore lint/correctness/noEmptyPattern: Vitest reads the names of fixtures from the pattern.
afterAll(({}, { meta }) => {
  const { user, system } = process.cpuUsage(before)
  Object.assign(meta, { processorMs: (user + system) / 1_000 })
})
