import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const setups = (...names: string[]) => names.map((it) => pathOf(`tests/${it}.ts`))
const SETUPS = ['patience', 'seed', 'processor-time']
/** Assertions wait for a state, long enough for a busy machine. */
const longTimeouts = {
  setupFiles: setups(...SETUPS),
  expect: { poll: { timeout: 20_000 } },
}
// At least two: tests wait for stores and pages more than they compute.
const maxWorkers = Math.max(2, availableParallelism() - 1)
/** Tests of one stack, beside each other: they wait for the stack. Projects of a group share the number. */
const shared = {
  maxWorkers: 3,
  sequence: { groupOrder: 3 },
  testTimeout: 120_000,
  hookTimeout: 180_000,
}
const ignored = ['**/node_modules/**', '**/.data/**']
const long = '**/*.long.test.ts'
/** Long browser tests, except those that measure speed, which run alone in `long`. */
const longBrowser = ['tests/browser/!(*-speed).long.test.ts']

// biome-ignore lint/style/noDefaultExport: vitest asks for one.
export default defineConfig({
  test: {
    // Groups run one after the other, and the projects of a group share `maxWorkers`. Numbers start at 1,
    // because Vitest runs group 0 last.
    projects: [
      // Milliseconds, no store: rules, routes against fake clients, the kit.
      {
        test: {
          name: 'unit',
          ...longTimeouts,
          // Files share their modules: importing them takes longer than the tests.
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 1 },
          include: ['**/*.test.ts'],
          exclude: ['**/*.service.test.ts', long, 'tests/**', ...ignored],
          testTimeout: 60_000,
        },
      },
      // The dashboard without a server: its API answers the examples of the OpenAPI document.
      {
        extends: 'web/vite.config.ts',
        test: {
          name: 'component',
          environment: 'happy-dom',
          environmentOptions: {
            happyDOM: {
              width: 1280,
              height: 800,
              settings: { device: { prefersReducedMotion: 'reduce' } },
            },
          },
          isolate: false,
          maxWorkers,
          sequence: { groupOrder: 1 },
          include: ['web/src/**/*.component.test.tsx'],
          setupFiles: [...setups('processor-time'), pathOf('web/src/testing/setup.ts')],
          testTimeout: 300_000,
        },
      },
      // One real service over its real wire, on real Postgres, Redis and ClickHouse.
      {
        test: {
          name: 'service',
          ...longTimeouts,
          isolate: false,
          sequence: { groupOrder: 2 },
          include: ['**/*.service.test.ts'],
          exclude: ignored,
          maxWorkers,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      // The whole stack, used through its public API.
      {
        test: {
          name: 'system',
          ...longTimeouts,
          ...shared,
          isolate: false,
          include: ['tests/system/**/*.test.ts'],
          exclude: [long, ...ignored],
        },
      },
      // Other teams' ids, random and hostile input, races.
      {
        test: {
          name: 'attacks',
          ...longTimeouts,
          ...shared,
          isolate: false,
          include: ['tests/attacks/**/*.test.ts'],
          exclude: [long, ...ignored],
          testTimeout: 300_000,
        },
      },
      // Pages as a visitor's browser shows them; each file has a browser and teams of its own.
      {
        test: {
          name: 'browser',
          ...longTimeouts,
          ...shared,
          include: ['tests/browser/**/*.test.ts'],
          exclude: [long, ...ignored],
        },
      },
      // What stops, counts or empties a whole stack: each file has a stack of its own.
      {
        test: {
          name: 'alone',
          ...longTimeouts,
          setupFiles: setups(...SETUPS, 'alone/own-stack'),
          sequence: { groupOrder: 5 },
          include: ['tests/alone/**/*.test.ts'],
          exclude: ignored,
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      // Separate stacks with killed processes and cut connections; `npm run faults` has more.
      {
        test: {
          name: 'faults',
          ...longTimeouts,
          sequence: { groupOrder: 6 },
          include: ['tests/faults/**/*.test.ts'],
          exclude: [long, ...ignored],
          fileParallelism: false,
          testTimeout: 180_000,
          hookTimeout: 300_000,
        },
      },
      // Long tests and rare setups, run by `npm run test:long` and skipped by `npm test`.
      {
        test: {
          name: 'long',
          ...longTimeouts,
          sequence: { groupOrder: 8 },
          include: [long],
          exclude: [...longBrowser, ...ignored],
          fileParallelism: false,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'long-browser',
          ...longTimeouts,
          sequence: { groupOrder: 9 },
          include: longBrowser,
          exclude: ignored,
          maxWorkers: 2,
          testTimeout: 600_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
