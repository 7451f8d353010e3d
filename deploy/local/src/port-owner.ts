import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { execa } from 'execa'
import { commandLine } from './process-identity.ts'

const LISTENING = '0A'

/** The process that listens on a TCP port of this machine, if this user may see it. */
export async function portOwner(
  port: number,
): Promise<{ pid: number; command: string } | undefined> {
  const pid = process.platform === 'linux' ? pidFromProc(port) : await pidFromLsof(port)
  if (pid === undefined) return undefined
  return { pid, command: commandLine(pid) ?? 'a program' }
}

/** Reads /proc, because a bare Debian has no lsof or ss: socket → inode → file of a process. */
function pidFromProc(port: number): number | undefined {
  const wanted = new Set(
    listeningSockets()
      .filter((it) => it.port === port)
      .map(({ inode }) => `socket:[${inode}]`),
  )
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      for (const file of readdirSync(`/proc/${pid}/fd`)) {
        if (wanted.has(readlinkSync(`/proc/${pid}/fd/${file}`))) return Number(pid)
      }
    } catch {
      // It has exited or belongs to another user.
    }
  }
  return undefined
}

function listeningSockets(): { port: number; inode: string }[] {
  return ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((table) => {
    try {
      const rows = readFileSync(table, 'utf8').split('\n').slice(1)
      return rows
        .map((row) => row.trim().split(/\s+/))
        .filter((columns) => columns[3] === LISTENING)
        .map((columns) => ({
          port: Number.parseInt(columns[1]?.split(':')[1] ?? '', 16),
          inode: columns[9] ?? '',
        }))
    } catch {
      return []
    }
  })
}

async function pidFromLsof(port: number): Promise<number | undefined> {
  const args = ['-nP', `-iTCP:${port}`, '-sTCP:LISTEN', '-t']
  const { stdout } = await execa('lsof', args, { reject: false })
  return Number.parseInt(stdout ?? '', 10) || undefined
}
