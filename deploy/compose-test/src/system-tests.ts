import { join } from 'node:path'
import type { ShutdownSignals } from '../../local/src/signals.ts'
import type { Terminal } from '../../local/src/terminal.ts'
import type { VitestRun } from '../../local/src/test-report.ts'
import { runVitest } from '../../local/src/vitest.ts'
import type { Compose } from './compose.ts'
import type { Engine } from './engine.ts'
import { watchInternalClients } from './internal-clients.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const WITH_HOSTS = 'mount --bind "$0" /etc/hosts && exec "$@"'

/**
 * Runs Vitest with these arguments against the containers. As root on the engine's machine, this
 * includes the tests that access internals, in a mount namespace that resolves the names of the
 * services.
 */
export async function systemTests(
  compose: Compose,
  { own }: Engine,
  folder: string,
  apiKey: string,
  words: readonly string[],
  { stop }: ShutdownSignals,
  terminal: Terminal,
): Promise<VitestRun> {
  const network = `${compose.env.COMPOSE_PROJECT_NAME}_default`
  const gateway = '{{(index .IPAM.Config 0).Gateway}}'
  const env = {
    ...compose.env,
    FINGERPOST_URL: compose.url,
    FINGERPOST_API_KEY: apiKey,
    FINGERPOST_ADMIN: compose.adminCommand,
    // The address at which containers reach servers of the tests.
    TEST_SITE_HOST: await compose.docker('network', 'inspect', network, '--format', gateway),
  }
  const report = join(folder, 'system.json')
  if (!own) {
    terminal.say('Left out: what looks inside, which wants an engine of our own')
    return runVitest(root, words, env, report, stop)
  }
  const internalClients = await watchInternalClients(compose, folder, apiKey)
  const through = ['unshare', '--mount', '--', 'sh', '-c', WITH_HOSTS, internalClients.hostsFile]
  try {
    const inside = { ...env, FINGERPOST_STACK: internalClients.stackFile }
    return await runVitest(root, words, inside, report, stop, through)
  } finally {
    internalClients.close()
  }
}
