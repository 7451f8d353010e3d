import { setPace } from '@fingerpost/kit/process/pace'
import { vi } from 'vitest'

const PATIENCE_MS = 20_000

// Tests wait for a state, not for a time: on a busy machine, the default timeout of Vitest, one
// second, is too short.
const waitFor = vi.waitFor
vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE_MS, ...options })

// Files of a worker share their modules, so a file could leave longer deadlines to the next one.
setPace(1)
