import { defineConfig } from 'vitest/config'

// biome-ignore lint/style/noDefaultExport: vitest asks for one.
export default defineConfig({
  test: {
    name: 'compose',
    include: ['deploy/compose-test/checks/*.check.ts'],
    // All files share one stack.
    fileParallelism: false,
    // An upgrade waits for eight services in turn, on a machine that may be busy.
    testTimeout: 600_000,
    hookTimeout: 240_000,
  },
})
