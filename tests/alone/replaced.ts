import { expect, vi } from 'vitest'
import { localStack } from '../stack.ts'

/** Waits until the supervisor has replaced the process with this pid, and the new one is ready. */
export const untilReplaced = (name: string, pid: number): Promise<void> =>
  vi.waitFor(
    async () => {
      const now = localStack()
      expect(now?.pids[name]).not.toBe(pid)
      const admin = now?.admin[name]
      if (admin) expect((await fetch(`${admin}/readyz`)).status).toBe(200)
    },
    { timeout: 30_000, interval: 100 },
  )
