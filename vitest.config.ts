import { availableParallelism } from 'node:os'
import { PATIENCE_MS } from '@kellersonne/testing/patience'
import { defineConfig } from 'vitest/config'

const MOST_WORKERS = 8
/** More than there are cores, as much of the time is waiting; no more than 4 GB of memory hold. */
const WORKERS = Math.min(MOST_WORKERS, availableParallelism() + 2)
const shared = {
  maxWorkers: WORKERS,
  // A process, its modules and its window for each file would take as long as the tests do. See docs/contributing.md.
  isolate: false,
  // Longer than all waits of a test, so that the report says what was waited for.
  testTimeout: 5 * PATIENCE_MS,
  hookTimeout: 5 * PATIENCE_MS,
  expect: { poll: { timeout: PATIENCE_MS } },
}
const seed = '@kellersonne/testing/seed'

export default defineConfig({
  test: {
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          ...shared,
          name: 'pure',
          include: [
            '{core,contract,simulator,testing}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'architecture.test.ts',
          ],
          setupFiles: [seed],
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          ...shared,
          name: 'web',
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: [seed, 'test/setup.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'real',
          include: ['{server,bench}/src/**/*.test.ts', 'simulator/test/**/*.test.ts'],
          globalSetup: ['server/test/postgres.ts'],
          setupFiles: [seed, 'server/test/keepLog.ts'],
        },
      },
    ],
  },
})
