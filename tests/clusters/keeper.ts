import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../deploy/local/src/ports.ts'
import { until } from '../faults/until.ts'

/** Where Debian's package `zookeeper` puts its classes. */
const JARS = process.env.ZOOKEEPER_JARS ?? '/usr/share/java'

/** Whether ZooKeeper is installed (`apt-get install zookeeper`). */
export const hasZooKeeper = existsSync(join(JARS, 'zookeeper.jar'))

/** A ZooKeeper on loopback with a folder of its own. */
export async function openZooKeeper() {
  const folder = mkdtempSync(join(tmpdir(), 'fingerpost-zookeeper-'))
  const port = await freePort()
  const settings = join(folder, 'zoo.cfg')
  writeFileSync(
    settings,
    `dataDir=${folder}\nclientPort=${port}\nclientPortAddress=127.0.0.1\nadmin.enableServer=false\n`,
  )
  const main = 'org.apache.zookeeper.server.quorum.QuorumPeerMain'
  const child: ChildProcess = spawn(
    'java',
    ['-Xmx128m', '-cp', `${JARS}/*:/usr/share/java/slf4j-api.jar`, main, settings],
    { stdio: 'ignore' },
  )
  await until(() => answers(port), 'ZooKeeper')
  return {
    /** The settings of a ClickHouse server that uses it. */
    settings: `<zookeeper><node><host>127.0.0.1</host><port>${port}</port></node></zookeeper>`,
    close(): void {
      child.kill('SIGKILL')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('srvr'))
    socket.once('data', () => socket.destroy())
    socket.once('error', () => resolve(false))
    socket.once('close', () => resolve(socket.bytesRead > 0))
  })
