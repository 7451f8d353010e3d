import { expect, it } from 'vitest'
import { DASHBOARD, PROTOS } from '../built.mjs'
import { planInstall } from '../install.mjs'
import { usageOf } from '../usage.mjs'

const NOTHING = { packages: undefined, builders: [], everything: false }
const BUILDERS = ['@fingerpost/generator', '@fingerpost/client', '@fingerpost/web']
const leftOut = (...names: string[]) => ['--prod', ...names.map((it) => `--filter=!${it}`)]

it.each<[string | undefined, string[], boolean]>([
  ['start', ['--help'], false],
  ['start', ['-h'], false],
  ['start', ['--port', '80'], true],
  ['install', ['web'], true],
  ['test', ['--help'], false],
  ['strat', [], true],
  [undefined, [], true],
])('%s %j prints the usage and runs nothing', (command, args, wrong) => {
  const usage = usageOf(command, args)
  expect(usage).toMatchObject({ wrong, text: expect.stringMatching(/^Usage:\n.*run\.mjs /) })
  expect(usage?.text).toContain(command === 'strat' ? 'run.mjs start\n' : (command ?? 'admin'))
})

it.each([
  ['start', []],
  ['admin', ['--help']],
  ['test', ['--project', 'unit', '--changed']],
  ['test:compose', ['--all']],
])('%s %j runs', (command, args) => {
  expect(usageOf(command, args)).toBeUndefined()
})

it('a start installs what runs, with builders only of what the copy does not bring', () => {
  const released = planInstall('start', 'a', [], NOTHING)
  const cloned = planInstall('start', 'a', [PROTOS, DASHBOARD], NOTHING)

  expect(released).toEqual({
    mark: { packages: 'a', builders: [] },
    args: leftOut('@fingerpost/tests', ...BUILDERS),
    what: 'what runs',
  })
  expect(cloned).toEqual({
    mark: { packages: 'a', builders: BUILDERS },
    args: leftOut('@fingerpost/tests'),
    what: 'what runs, and what builds protos/gen and web/dist',
  })
  expect(planInstall('admin', 'a', [], { ...released?.mark, everything: false })).toBeUndefined()
})

it('builders are added when something is to be built, and stay', () => {
  const released = { packages: 'a', builders: [], everything: false }
  const edited = planInstall('start', 'a', [DASHBOARD], released)

  expect(edited?.args).toEqual(leftOut('@fingerpost/tests', '@fingerpost/generator'))
  expect(edited?.what).toBe('what runs, and what builds web/dist')
  const next = planInstall('start', 'b', [], { ...edited?.mark, everything: false })
  expect(next?.args).toEqual(edited?.args)
})

it.each(['test', 'test:long', 'test:compose', 'attack', 'faults', 'install'])(
  '%s installs everything on what a start has installed',
  (command) => {
    const plan = planInstall(command, 'a', [], { packages: 'a', builders: [], everything: false })

    expect(plan).toEqual({
      mark: { packages: 'a', builders: BUILDERS },
      args: [],
      what: 'everything that developers need',
    })
    expect(planInstall(command, 'a', [], { ...plan?.mark, everything: true })).toBeUndefined()
  },
)

it('a start keeps what developers have installed', () => {
  const everything = { packages: 'a', builders: BUILDERS, everything: true }

  expect(planInstall('start', 'a', [DASHBOARD], everything)).toBeUndefined()
  expect(planInstall('start', 'b', [], everything)?.args).toEqual([])
  // `pnpm install` leaves no mark.
  expect(planInstall('start', 'a', [], { ...NOTHING, everything: true })?.args).toEqual([])
})
