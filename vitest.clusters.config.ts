import { defineConfig } from 'vitest/config'

const MINUTE_MS = 60_000

/** The tests of clusters, which `npm run clusters` runs: minutes of work for whole machines that are killed. */
export default defineConfig({
  test: {
    name: 'clusters',
    include: ['server/test/clusters/**/*.test.ts'],
    globalSetup: ['server/test/database/postgres.ts'],
    setupFiles: ['@kellersonne/testing/seed', 'server/test/keepLog.ts'],
    maxWorkers: 1,
    isolate: false,
    testTimeout: 10 * MINUTE_MS,
    hookTimeout: 5 * MINUTE_MS,
    expect: { poll: { timeout: 2 * MINUTE_MS } },
  },
})
