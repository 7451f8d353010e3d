import { userInfo } from 'node:os'
import { execa } from 'execa'
import { StartError } from './start-error.ts'

const NAME = 'postgres'

interface Ids {
  uid: number
  gid: number
}

/** The user that Postgres runs as, because it refuses to run as root. */
export interface Account {
  /** Command that wraps the command of Postgres. */
  through: readonly string[]
  /** Options for spawn. */
  spawnAs: Partial<Ids>
  /** The owner of its files, if it is not this user. */
  owner: Ids | undefined
}

/**
 * This user, unless it is root: then the system user `postgres`, created if missing. If that user
 * cannot traverse the parent folders (a clone below /root), Postgres gets the one capability that
 * it needs instead of opening those folders to everyone.
 */
export async function postgresAccount(binary: string, folder: string): Promise<Account> {
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (uid !== undefined) requireName(uid)
    return { through: [], spawnAs: {}, owner: undefined }
  }
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

/** Postgres looks up the name of its user, which `docker run --user` and some NAS do not give it. */
function requireName(uid: number): void {
  try {
    userInfo()
  } catch {
    throw new StartError(
      `Postgres does not run as user ${uid}, which has no name on this machine. Start as a user that has one, ` +
        `or give it one in /etc/passwd: fingerpost:x:${uid}:${process.getgid?.()}::/:/usr/sbin/nologin`,
    )
  }
}

/** `no_setuid_fixup`, because access(2), which Postgres calls, ignores capabilities otherwise. */
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
