import { spawn } from 'node:child_process'
import { createWriteStream } from 'node:fs'
import { StartError } from '../../local/src/start-error.ts'

export interface ShellOptions {
  env: NodeJS.ProcessEnv
  cwd?: string
  /** Stops the command. */
  signal?: AbortSignal
  /** Log file for the output; if absent, the output is kept only for error messages. */
  logFile?: string
}

/** Runs a command in its own process group, which Ctrl-C does not reach, and returns its output. */
export async function sh(
  command: string,
  args: readonly string[],
  { logFile, ...options }: ShellOptions,
): Promise<string> {
  options.signal?.throwIfAborted()
  const child = spawn(command, args, {
    ...options,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const log = logFile ? createWriteStream(logFile, { flags: 'a' }) : undefined
  let out = ''
  let all = ''
  child.stdout.setEncoding('utf8').on('data', (text) => {
    out += text
  })
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text) => {
      all = (all + text).slice(-4_000)
      log?.write(text)
    })
  }
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', resolve)
  })
  log?.end()
  options.signal?.throwIfAborted()
  if (code === 0) return out.trim()
  throw new StartError(`${command} ${args.join(' ')} ended with ${code}:\n${all.trim()}`)
}

/** Whether a command can be run and exits with 0. */
export const works = (
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<boolean> =>
  sh(command, args, { env }).then(
    () => true,
    () => false,
  )
