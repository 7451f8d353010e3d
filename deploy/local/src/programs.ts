import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of these names in PATH, then in the folders, that this user may run. */
export function programs(
  names: readonly string[],
  { PATH = '' }: NodeJS.ProcessEnv,
  folders: readonly string[],
): string[] {
  const all = [...PATH.split(delimiter).filter((it) => it !== ''), ...folders]
  return names.flatMap((name) => all.map((it) => join(it, name))).filter(isProgram)
}

/** Whether this user may run the file. */
export function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
