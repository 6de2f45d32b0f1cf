import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    // More than there are cores where there are two: much of the time is waiting.
    maxWorkers: 3,
    projects: [
      {
        test: {
          name: 'pure',
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
          environment: 'jsdom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['test/setup.ts'],
        },
      },
      {
        test: {
          name: 'real',
          include: ['{server,bench}/src/**/*.test.ts', 'simulator/test/**/*.test.ts'],
          globalSetup: ['server/test/postgres.ts'],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
