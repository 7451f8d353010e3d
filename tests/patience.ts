import { vi } from 'vitest'

const PATIENCE_MS = 20_000

// A test waits for a state and says nothing of the clock: on a busy machine a second, which is what
// vitest waits for otherwise, is not long.
const waitFor = vi.waitFor
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })
