import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Lifecycle } from '@fingerpost/kit/process/lifecycle'
import { createLog } from '@fingerpost/kit/process/log'
import { openPostgres } from '@fingerpost/kit/stores/postgres'
import { USUAL } from '../../deploy/local/src/layout.ts'
import { postgres } from '../../deploy/local/src/postgres.ts'
import { Supervisor } from '../../deploy/local/src/supervisor.ts'
import { until } from '../faults/until.ts'

const log = createLog('replica', 'silent')

/**
 * Two Postgres servers: a primary, and a streaming replica created from a copy of its folder
 * (the package has no pg_basebackup).
 */
export async function openReplicated() {
  const lifecycle = new Lifecycle(log)
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-replica-'))
  lifecycle.own('folder', folder, (it) => rmSync(it, { recursive: true, force: true }))
  const supervisor = lifecycle.own(
    'supervisor',
    new Supervisor({
      say: () => {},
      forceStopMs: 2_000,
      changed: () => {},
      restartAfterMs: () => 200,
    }),
    (it) => it.forceStop(),
  )
  const place = (name: string) => ({
    folder: join(folder, name),
    logFile: join(folder, `${name}.log`),
    env: process.env,
    say: () => {},
    signal: AbortSignal.timeout(120_000),
  })
  const [first, second] = [place('primary'), place('replica')]
  const primary = await postgres(first, USUAL.postgres)
  await supervisor.start([primary.spec])
  await copy(primary.url)
  const replica = await postgres(second, USUAL.postgres)
  const spec = { ...replica.spec, name: 'replica', isReady: () => answers(replica.url) }
  await supervisor.start([spec])

  /** The data folder can be copied between pg_backup_start and pg_backup_stop. */
  async function copy(url: string): Promise<void> {
    const session = openPostgres(url, log, 1)
    await session.prepared('start', "select pg_backup_start('replica', true)", [])
    for (const end of ['', '-password']) {
      execFileSync('cp', ['-a', `${first.folder}${end}`, `${second.folder}${end}`])
    }
    const stop = 'select labelfile from pg_backup_stop(false)'
    const [label] = await session.prepared<{ labelfile: string }>('stop', stop, [])
    await session.close()
    rmSync(join(second.folder, 'postmaster.pid'))
    writeFileSync(join(second.folder, 'backup_label'), label?.labelfile ?? '')
    writeFileSync(join(second.folder, 'standby.signal'), '')
    const settings = `primary_conninfo = '${url}'\nhot_standby = on\n`
    writeFileSync(join(second.folder, 'postgresql.auto.conf'), settings)
    execFileSync('chown', ['-R', `--reference=${first.folder}`, second.folder])
  }

  return {
    primaryUrl: primary.url,
    replicaUrl: replica.url,
    /** Kills the replica, runs `meanwhile`, and waits until the replica answers again. */
    async killed(meanwhile: () => Promise<unknown>): Promise<void> {
      const pid = supervisor.running().find(({ name }) => name === 'replica')?.pid
      if (pid !== undefined) process.kill(pid, 'SIGKILL')
      await until(async () => !(await answers(replica.url)), 'the end of the replica')
      await meanwhile()
      await until(() => answers(replica.url), 'the replica')
    },
    close: () => lifecycle.close(),
  }
}

async function answers(url: string): Promise<boolean> {
  const session = openPostgres(url, log, 1)
  const answer = session.ping().then(
    () => true,
    () => false,
  )
  return answer.finally(() => session.close())
}
