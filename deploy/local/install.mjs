// Installs packages if a package file changed: everything for developers; for operators what runs, and
// the builders of what this copy does not bring. Then generates code if a proto changed.
import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DASHBOARD, fingerprint, isBuilt, markBuilt, PROTOS, sourcesOf } from './built.mjs'

const OPERATORS = ['start', 'admin']
const BUILT = [PROTOS, DASHBOARD]
const BUILDERS = BUILT.flatMap((it) => it.builders)

/**
 * What to install on what is there, undefined if that is enough. Nothing that is installed and may be
 * needed again is removed: developers' tools stay at a start, builders stay when they have built.
 */
export function planInstall(command, packages, unbuilt, had) {
  const everything = had.everything || !OPERATORS.includes(command)
  const wanted = unbuilt.flatMap((it) => it.builders)
  const builders = everything
    ? BUILDERS
    : BUILDERS.filter((it) => wanted.includes(it) || had.builders.includes(it))
  const enough = everything ? had.everything : builders.every((it) => had.builders.includes(it))
  if (packages === had.packages && enough) return undefined
  const leftOut = ['@fingerpost/tests', ...BUILDERS.filter((it) => !builders.includes(it))]
  const folders = BUILT.filter((it) => builders.includes(it.builders[0])).map((it) => it.folder)
  const building = folders.length > 0 ? [`what builds ${folders.join(' and ')}`] : []
  return {
    mark: { packages, builders },
    args: everything ? [] : ['--prod', ...leftOut.map((it) => `--filter=!${it}`)],
    what: everything
      ? 'everything that developers need'
      : ['what runs', ...building].join(', and '),
  }
}

/** What an earlier run and pnpm have recorded in node_modules. */
function installed(root) {
  const read = (name, parse, otherwise) => {
    try {
      return parse(readFileSync(join(root, 'node_modules', name), 'utf8'))
    } catch {
      return otherwise
    }
  }
  return {
    builders: [],
    ...read('.fingerpost-installed', JSON.parse, {}),
    everything: read('.modules.yaml', (text) => /"?devDependencies"?: true/.test(text), false),
  }
}

function run(cwd, command, ...args) {
  const { status, error } = spawnSync(command, args, { cwd, stdio: 'inherit' })
  if (status === 0) return
  console.error(`\n${[command, ...args].join(' ')} failed${error ? `: ${error.message}` : ''}.`)
  process.exit(status || 1)
}

export function install(root, command) {
  const mark = join(root, 'node_modules', '.fingerpost-installed')
  const platform = `${process.platform} ${process.arch}`
  const packages = fingerprint(root, ['.'], /^(package\.json|pnpm-.*\.yaml)$/, platform)
  const unbuilt = BUILT.filter((it) => !isBuilt(root, it))
  const plan = planInstall(command, packages, unbuilt, installed(root))
  const began = Date.now()
  if (plan) {
    console.error(`Installing ${plan.what} (only when packages changed) …`)
    rmSync(mark, { force: true })
    const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    const always = ['install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
    run(root, 'npx', '--yes', packageManager, ...always, ...plan.args)
    writeFileSync(mark, JSON.stringify(plan.mark))
  }
  const protos = sourcesOf(root, PROTOS)
  if (!isBuilt(root, PROTOS, protos)) {
    run(join(root, 'protos', 'generator'), 'npm', 'run', '--silent', 'gen')
    markBuilt(root, PROTOS, protos)
  }
  if (plan) console.error(`Packages installed in ${((Date.now() - began) / 1000).toFixed(1)} s`)
}
