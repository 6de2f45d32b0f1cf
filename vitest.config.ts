import { defineConfig } from 'vitest/config'

const WORKERS = 3
/** What never ends has failed; how fast something is, benchmarks say. */
const PATIENCE_MS = 30_000
export default defineConfig({
  test: {
    // More than there are cores where there are two: much of the time is waiting.
    maxWorkers: WORKERS,
    projects: [
      {
        test: {
          name: 'pure',
          maxWorkers: WORKERS,
          include: [
            '{core,contract,simulator}/src/**/*.test.ts',
            'scripts/*.test.ts',
            'architecture.test.ts',
          ],
          testTimeout: PATIENCE_MS,
        },
      },
      {
        extends: './web/vite.config.ts',
        root: './web',
        test: {
          name: 'web',
          maxWorkers: WORKERS,
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['test/setup.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: PATIENCE_MS,
        },
      },
      {
        test: {
          name: 'real',
          maxWorkers: WORKERS,
          include: ['{server,bench}/src/**/*.test.ts', 'simulator/test/**/*.test.ts'],
          globalSetup: ['server/test/postgres.ts'],
          testTimeout: PATIENCE_MS,
          hookTimeout: 2 * PATIENCE_MS,
        },
      },
    ],
  },
})
