import { readConfig, withoutChoices } from './config.ts'
import { DataFolder } from './data-folder.ts'
import { freePort } from './ports.ts'
import type { ShutdownSignals } from './signals.ts'
import { startStack } from './stack.ts'
import { startStores } from './stores.ts'
import { Supervisor } from './supervisor.ts'
import type { Terminal } from './terminal.ts'
import { TEST_PACE, TEST_SETTINGS } from './test-settings.ts'
import { createTestData } from './test-template.ts'

const TRUSTED_PROXIES = '127.0.0.0/8,::1/128'

export interface TestStack {
  /** The environment of tests on this stack, or on these stores. */
  env: NodeJS.ProcessEnv
  stop(): Promise<void>
}

/** Starts only the stores, for tests that start their service themselves. */
export async function startTestStores(
  dataFolder: string,
  root: string,
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
  terminal: Terminal,
): Promise<TestStack> {
  const clean = withoutChoices(env)
  const say = (line: string) => terminal.say(line)
  await createTestData(dataFolder, env, signals)
  const data = await DataFolder.open(dataFolder, say)
  const supervisor = new Supervisor({
    say,
    forceStopMs: 2_000,
    changed: () => data.record(supervisor.running()),
  })
  signals.forceStop.addEventListener('abort', () => void supervisor.forceStop())
  const stop = async () => {
    await supervisor.stop()
    data.release()
  }
  try {
    const config = readConfig({ ...clean, FINGERPOST_DATA: dataFolder }, root)
    const stores = await startStores(config, data, supervisor, say, signals.stop)
    return {
      env: {
        ...clean,
        TEST_POSTGRES_URL: stores.databaseUrl,
        TEST_REDIS_URL: stores.redisQueueUrl,
        TEST_CLICKHOUSE_URL: stores.clickhouseUrl,
      },
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Starts a stack with the settings of tests, separate from any stack that the environment names. */
export async function startTestStack(
  dataFolder: string,
  root: string,
  env: NodeJS.ProcessEnv,
  signals: ShutdownSignals,
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
  await createTestData(dataFolder, env, signals)
  const stack = await startStack(config, signals, terminal, { migrated: true })
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
