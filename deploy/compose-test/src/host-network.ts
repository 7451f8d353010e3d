import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ShellOptions, sh, works } from './shell.ts'

const FAMILIES = ['iptables', 'ip6tables']
const TABLES = ['filter', 'nat', 'raw', 'mangle']
const BOOT = '/proc/sys/kernel/random/boot_id'
const FORWARDING = ['/proc/sys/net/ipv4/ip_forward', '/proc/sys/net/ipv6/conf/all/forwarding']

interface State {
  /** A restart of the machine discards all of this. */
  boot: string
  /** The output of `iptables-save` and `ip6tables-save`. */
  rules: Record<string, string>
  forwarding: Record<string, string>
  bridges: string[]
}

/**
 * The firewall, IP forwarding and bridges of this machine before dockerd, which changes them and
 * does not restore them. Stored in a file, so that the run after a killed one can restore them.
 */
export class HostNetwork {
  readonly #file: string
  readonly #options: ShellOptions

  private constructor(file: string, options: ShellOptions) {
    this.#file = file
    this.#options = options
  }

  static async remember(
    folder: string,
    { env, logFile }: ShellOptions & { logFile: string },
  ): Promise<HostNetwork> {
    // Without the signal that stops everything else: the restore runs after that signal.
    const options = { env, logFile }
    const file = join(folder, 'host-network.json')
    const left = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
    if (left?.boot !== readFileSync(BOOT, 'utf8')) {
      writeFileSync(`${file}.new`, JSON.stringify(await readState(options)))
      renameSync(`${file}.new`, file)
    }
    return new HostNetwork(file, options)
  }

  /** Call only after dockerd has exited. */
  async restore(): Promise<void> {
    const before: State = JSON.parse(readFileSync(this.#file, 'utf8'))
    for (const bridge of bridges()) {
      if (!before.bridges.includes(bridge))
        await sh('ip', ['link', 'delete', bridge], this.#options)
    }
    for (const [family, rules] of Object.entries(before.rules)) {
      await sh('sh', ['-c', `printf '%s' "$0" | ${family}-restore`, rules], this.#options)
    }
    for (const [path, value] of Object.entries(before.forwarding)) writeFileSync(path, value)
    rmSync(this.#file)
  }
}

async function readState(options: ShellOptions): Promise<State> {
  const rules: Record<string, string> = {}
  for (const family of FAMILIES) {
    // Listing a table creates it if it is missing, so that restoring clears it.
    for (const table of TABLES) await works(family, ['--table', table, '--list-rules'], options.env)
    rules[family] = `${await sh(`${family}-save`, [], options)}\n`
  }
  const present = FORWARDING.filter((path) => existsSync(path))
  const forwarding = Object.fromEntries(present.map((path) => [path, readFileSync(path, 'utf8')]))
  return { boot: readFileSync(BOOT, 'utf8'), rules, forwarding, bridges: bridges() }
}

const bridges = (): string[] =>
  readdirSync('/sys/class/net').filter((name) => existsSync(`/sys/class/net/${name}/bridge`))
