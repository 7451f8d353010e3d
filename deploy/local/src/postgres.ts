import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createToken } from '@fingerpost/kit/secrets/token'
import { execa } from 'execa'
import { freePort } from './ports.ts'
import { type Account, postgresAccount } from './postgres-account.ts'
import { postgresBinaries } from './postgres-binaries.ts'
import { requireVersion } from './postgres-version.ts'
import { commandLine, startTime } from './process-identity.ts'
import { endProcess } from './process-record.ts'
import { storedSecret } from './secrets.ts'
import { StartError } from './start-error.ts'
import { type Store, type StorePlace, storeTimeouts } from './store.ts'

const USER = 'postgres'
const FAST_SHUTDOWN = 'SIGINT'
const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  // These four lower the memory of an idle Postgres: docs/decisions/0002.
  io_method: 'sync',
  io_max_concurrency: '8',
  max_pred_locks_per_transaction: '10',
  max_logical_replication_workers: '0',
  // Postgres of a distribution may have a compiler for queries, the one from npm has none.
  jit: 'off',
}
/** Postgres with these settings on a free port of 127.0.0.1; the first start creates the cluster. */
export async function postgres(
  place: StorePlace,
  memory: Readonly<Record<string, string>>,
): Promise<Store> {
  const binaries = await postgresBinaries(place.env)
  const passwordFile = `${place.folder}-password`
  const password = storedSecret(passwordFile, undefined, () => createToken('pg'))
  const account = await postgresAccount(binaries.postgres, dirname(place.folder))
  if (!existsSync(place.folder)) await createCluster(binaries.initdb, passwordFile, account, place)
  requireVersion(place.folder, binaries.origin)
  await clearStalePid(place.folder)

  const port = await freePort()
  const settings = Object.entries({ ...SETTINGS, ...memory }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ])
  const [command, args] = throughAccount(account, binaries.postgres, [
    '-D',
    place.folder,
    '-p',
    `${port}`,
    ...settings,
  ])
  return {
    url: `postgres://${USER}:${password}@127.0.0.1:${port}/postgres`,
    origin: binaries.origin,
    spec: {
      name: 'postgres',
      command,
      args,
      cwd: '/',
      env: { ...place.env, LC_MESSAGES: 'C' },
      ...account.spawnAs,
      logFile: place.logFile,
      stopSignal: FAST_SHUTDOWN,
      ...storeTimeouts,
      isReady: async (pid) => {
        const { owner, state } = readPidFile(place.folder)
        return owner === pid && state === 'ready'
      },
    },
  }
}

/** Creates the cluster in a temporary folder and renames it, so a partial one is never started. */
async function createCluster(
  initdb: string,
  passwordFile: string,
  account: Account,
  place: StorePlace,
): Promise<void> {
  const fresh = `${place.folder}.new`
  rmSync(fresh, { recursive: true, force: true })
  mkdirSync(fresh, { mode: 0o700 })
  const { owner } = account
  if (owner) for (const path of [fresh, passwordFile]) chownSync(path, owner.uid, owner.gid)
  const [command, args] = throughAccount(account, initdb, [
    `--pgdata=${fresh}`,
    `--username=${USER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The collation built into Postgres: one order on every machine.
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  const { failed, all } = await execa(command, args, {
    ...account.spawnAs,
    cwd: '/',
    env: place.env,
    extendEnv: false,
    all: true,
    reject: false,
    cancelSignal: place.signal,
  })
  if (failed) throw new StartError(`Postgres could not make ${place.folder}:\n${all}`)
  renameSync(fresh, place.folder)
}

/**
 * Postgres refuses to start if any process has the pid in its stale pid file. A process that still
 * serves this folder is ended; any other postgres is left to the check of Postgres itself.
 */
async function clearStalePid(folder: string): Promise<void> {
  const { owner } = readPidFile(folder)
  if (owner === undefined) return
  const command = commandLine(owner) ?? ''
  if (command.includes(`-D ${folder} `)) {
    await endProcess(owner, startTime(owner), FAST_SHUTDOWN)
  } else if (command.includes('postgres') && startTime(owner)) {
    return
  }
  rmSync(join(folder, 'postmaster.pid'), { force: true })
}

/** Lines 1 and 8 of postmaster.pid, as pg_ctl reads them. */
function readPidFile(folder: string): { owner: number | undefined; state: string | undefined } {
  try {
    const lines = readFileSync(join(folder, 'postmaster.pid'), 'utf8').split('\n')
    return { owner: Number(lines[0]) || undefined, state: lines[7]?.trim() }
  } catch {
    return { owner: undefined, state: undefined }
  }
}

const throughAccount = (
  { through }: Account,
  command: string,
  args: readonly string[],
): [string, string[]] => {
  const [first = command, ...rest] = [...through, command]
  return [first, [...rest, ...args]]
}
