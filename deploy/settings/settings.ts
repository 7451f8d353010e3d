import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

const root = join(import.meta.dirname, '..', '..')

/** A setting as declared in the source. */
interface Declared {
  desc?: string
  default?: unknown
  choices?: readonly unknown[]
}

export interface Setting {
  name: string
  desc: string
  /** As written in the environment; empty if off or empty, undefined if required. */
  default: string | undefined
  choices: readonly string[]
}

/** The config file of each process, by process name. */
export const CONFIG_FILES: Record<string, string> = Object.fromEntries(
  ['gateway/src/config.ts', ...globSync('services/*/src/{,worker/}config.ts', { cwd: root })]
    .sort()
    .map((file) => [nameOf(file), file]),
)

export const LOCAL_FILE = 'deploy/local/src/config.ts'

/** The settings that a config file declares, sorted by name. */
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
