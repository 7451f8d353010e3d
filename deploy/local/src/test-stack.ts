import { readConfig, withoutChoices } from './config.ts'
import { freePort } from './ports.ts'
import type { Wishes } from './signals.ts'
import { startStack } from './stack.ts'
import type { Terminal } from './terminal.ts'
import { TEST_PACE, TEST_SETTINGS } from './test-settings.ts'
import { createTestData } from './test-template.ts'

const TRUSTED_PROXIES = '127.0.0.0/8,::1/128'

export interface TestStack {
  /** The environment of tests on this stack. */
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** Starts a stack with the settings of tests, separate from any stack that the environment names. */
export async function startTestStack(
  dataFolder: string,
  root: string,
  env: NodeJS.ProcessEnv,
  wishes: Wishes,
  terminal: Terminal,
): Promise<TestStack> {
  const clean = withoutChoices(env)
  const FINGERPOST_PROCESSES = env.FINGERPOST_PROCESSES || 'separate'
  const choices = {
    FINGERPOST_PORT: `${await freePort()}`,
    FINGERPOST_DATA: dataFolder,
    FINGERPOST_PROCESSES,
  }
  const config = readConfig(
    { ...clean, ...TEST_SETTINGS, ...TEST_PACE, TRUSTED_PROXIES, ...choices },
    root,
  )
  await createTestData(dataFolder, env, wishes)
  const stack = await startStack(config, wishes, terminal, { migrated: true })
  const { url, api_key, stores } = stack.facts
  return {
    env: {
      ...clean,
      FINGERPOST_PROCESSES,
      FINGERPOST_URL: url,
      FINGERPOST_API_KEY: api_key,
      FINGERPOST_STACK: stack.file,
      TEST_POSTGRES_URL: stores.database_url,
      TEST_REDIS_URL: stores.redis_url,
      TEST_CLICKHOUSE_URL: stores.clickhouse_url,
    },
    stop: stack.stop,
  }
}
