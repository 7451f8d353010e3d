import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')

/** A setting as the source declares it. */
interface Declared {
  desc?: string
  default?: unknown
  choices?: readonly unknown[]
}

export interface Setting {
  name: string
  desc: string
  /** As it would be written; empty for one that is off or empty, undefined where it is required. */
  default: string | undefined
  choices: readonly string[]
}

/** Where each process declares what it reads, by its name. */
export const CONFIG_FILES: Record<string, string> = Object.fromEntries(
  ['gateway/src/config.ts', ...globSync('services/*/src/{,worker/}config.ts', { cwd: root })]
    .sort()
    .map((file) => [nameOf(file), file]),
)

export const LOCAL_FILE = 'deploy/local/src/config.ts'

/** What a config file declares, sorted by name. */
export async function settingsIn(file: string): Promise<Setting[]> {
  const { settings } = await import(pathToFileURL(join(root, file)).href)
  return Object.entries(settings as Record<string, Declared>)
    .map(([name, declared]) => ({
      name,
      desc: declared.desc ?? '',
      default: 'default' in declared ? String(declared.default) : undefined,
      choices: (declared.choices ?? []).map(String),
    }))
    .sort((a, b) => a.name.localeCompare(b.name))
}

function nameOf(file: string): string {
  if (file.includes('/worker/')) return 'click-worker'
  return file.split('/')[file.startsWith('services/') ? 1 : 0] ?? ''
}
