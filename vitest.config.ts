import { defineConfig } from 'vitest/config'

const WORKERS = 3
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
        },
      },
      {
        test: {
          name: 'real',
          maxWorkers: WORKERS,
          include: ['{server,bench}/src/**/*.test.ts', 'simulator/test/**/*.test.ts'],
          globalSetup: ['server/test/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
