import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The control group of all containers and the value of one share, in version 1 and in version 2. */
const FILES: [path: string, share: number][] = [
  ['cpu/docker/cpu.shares', 1_024],
  ['docker/cpu.weight', 100],
]

/**
 * Sets the processor time of all containers together, when others compete for it. One share is what Linux
 * gives to a session of processes: by default, twelve containers get no more than each process of a stack
 * that another test has started.
 */
export function setCpuShares(shares: number, root = '/sys/fs/cgroup'): void {
  for (const [name, share] of FILES) {
    const path = join(root, name)
    const group = dirname(path)
    if (!existsSync(join(dirname(group), 'cgroup.procs'))) continue
    mkdirSync(group, { recursive: true })
    if (existsSync(path)) writeFileSync(path, `${shares * share}`)
  }
}
