import { execa } from 'execa'
import { StartError } from './start-error.ts'

const NAME = 'postgres'

interface Ids {
  uid: number
  gid: number
}

/** Whom Postgres runs as: it refuses to be root. */
export interface Account {
  /** Words that go before its command. */
  through: readonly string[]
  /** Options for spawn. */
  spawnAs: Partial<Ids>
  /** Who its files must belong to, when that is not this user. */
  owner: Ids | undefined
}

/**
 * This user, unless it is root: then the system's user `postgres`, made when there is none. Where that
 * user may not enter the folders above (a clone below /root), it is given the one capability it lacks
 * instead of opening those folders to everybody.
 */
export async function postgresAccount(binary: string, folder: string): Promise<Account> {
  if (process.getuid?.() !== 0) return { through: [], spawnAs: {}, owner: undefined }
  const owner = (await findIds()) ?? (await createUser())
  const ways: Account[] = [
    { through: [], spawnAs: owner, owner },
    { through: withCapability('dac_read_search', owner), spawnAs: {}, owner },
    { through: withCapability('dac_override', owner), spawnAs: {}, owner },
  ]
  for (const way of ways) if (await canRun(way, binary, folder)) return way
  throw new StartError(
    `Postgres does not run as root, and its user "${NAME}" may not enter ${folder} or run ${binary}. ` +
      'Move the clone to a folder everybody may enter (such as /srv), or start as another user.',
  )
}

/** `no_setuid_fixup` because access(2), which Postgres asks, forgets capabilities of a user without it. */
const withCapability = (capability: string, { uid, gid }: Ids): string[] => [
  'setpriv',
  `--reuid=${uid}`,
  `--regid=${gid}`,
  '--clear-groups',
  '--securebits=+no_setuid_fixup',
  `--inh-caps=-all,+${capability}`,
  `--ambient-caps=+${capability}`,
  `--bounding-set=-all,+${capability}`,
  '--',
]

async function canRun(way: Account, binary: string, folder: string): Promise<boolean> {
  const shell = ['sh', '-c', 'cd "$0" && "$1" --version', folder, binary]
  const [command, ...args] = [...way.through, ...shell]
  const options = { ...way.spawnAs, cwd: '/', reject: false } as const
  const { failed } = await execa(command as string, args, options)
  return !failed
}

async function findIds(): Promise<Ids | undefined> {
  const [uid, gid] = await Promise.all(
    ['-u', '-g'].map((flag) => execa('id', [flag, NAME], { reject: false })),
  )
  return uid?.failed || gid?.failed
    ? undefined
    : { uid: Number(uid?.stdout), gid: Number(gid?.stdout) }
}

async function createUser(): Promise<Ids> {
  const args = ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin']
  const { failed, all } = await execa('useradd', [...args, NAME], { all: true, reject: false })
  const ids = failed ? undefined : await findIds()
  if (ids) return ids
  throw new StartError(
    `Postgres does not run as root, and no user "${NAME}" could be made:\n${all}`,
  )
}
