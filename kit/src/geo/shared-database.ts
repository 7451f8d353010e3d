import type { Logger } from '../process/log.ts'
import { type Database, readDatabase } from './database.ts'
import { type WatchedFile, watchFile } from './watched-file.ts'

const opened = new Map<string, { file: WatchedFile<Database>; users: number }>()

/**
 * A database that is read again when its file changes. Services in one process share its memory; it
 * logs to the first of them.
 */
export function openDatabase(path: string, log: Logger, everyMs: number): WatchedFile<Database> {
  const key = `${everyMs} ${path}`
  const shared = opened.get(key) ?? { file: watchFile(path, readDatabase, log, everyMs), users: 0 }
  opened.set(key, shared)
  shared.users++
  const { file } = shared
  let open = true
  return {
    get content() {
      return file.content
    },
    get state() {
      return file.state
    },
    look: file.look,
    close() {
      if (open) shared.users--
      open = false
      if (shared.users > 0) return
      file.close()
      if (opened.get(key) === shared) opened.delete(key)
    },
  }
}
