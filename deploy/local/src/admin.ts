import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { execa } from 'execa'
import type { LocalConfig } from './config.ts'
import type { StackFacts } from './stack-file.ts'

/** `npm run admin -- …`: the operator's command on the Postgres of this data, or the one that is named. */
export async function admin(
  root: string,
  config: LocalConfig,
  words: readonly string[],
): Promise<number> {
  const server = config.databaseUrl || runningDatabase(config.dataFolder)
  if (!server) {
    console.error(
      `Nothing runs on ${config.dataFolder}: start it first (npm start), or name a Postgres by DATABASE_URL.`,
    )
    return 1
  }
  const url = new URL(server)
  url.pathname = '/catalog'
  const { exitCode = 1 } = await execa(
    process.execPath,
    [join(root, 'services', 'catalog', 'src', 'admin', 'main.ts'), ...words],
    { env: { ...config.env, DATABASE_URL: url.href }, stdio: 'inherit', reject: false },
  )
  return exitCode
}

function runningDatabase(dataFolder: string): string | undefined {
  const file = join(dataFolder, 'stack.json')
  if (!existsSync(file)) return undefined
  return (JSON.parse(readFileSync(file, 'utf8')) as StackFacts).stores.database_url
}
