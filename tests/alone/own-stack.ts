import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { createShutdownSignals } from '../../deploy/local/src/signals.ts'
import { Terminal } from '../../deploy/local/src/terminal.ts'
import { startTestStack } from '../../deploy/local/src/test-stack.ts'

const root = join(import.meta.dirname, '..', '..')

class Quiet extends Terminal {
  override say(): void {}
}

// Runs before each file of the project, whose imports read the environment. Containers are one stack for
// all files, whose tests run one after the other.
if (!process.env.FINGERPOST_ADMIN) {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-alone-'))
  const { signals, press } = createShutdownSignals(() => performance.now())
  // Vitest was killed.
  process.once('disconnect', press)
  const data = join(folder, 'data')
  const stack = await startTestStack(data, root, process.env, signals, new Quiet())
  signals.stop.addEventListener('abort', () => void stack.stop())
  Object.assign(process.env, stack.env)
  afterAll(async () => {
    await stack.stop()
    // The logs stay until it is known whether the whole run passed.
    for (const name of readdirSync(data).filter((it) => it !== 'logs')) {
      rmSync(join(data, name), { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
    }
  })
}
