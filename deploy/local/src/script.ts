import { join } from 'node:path'
import { execa } from 'execa'

/** Runs a program of this repository in the terminal. Returns its exit code. */
export async function runScript(
  root: string,
  main: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<number> {
  const { exitCode = 1 } = await execa(process.execPath, [join(root, main), ...words], {
    env,
    stdio: 'inherit',
    reject: false,
  })
  return exitCode
}
