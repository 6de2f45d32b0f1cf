import { availableParallelism } from 'node:os'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { defineConfig } from '@playwright/test'

const MOST_WORKERS = 4
/** One more than the number of cores: tests spend much of their time waiting for units. */
const WORKERS = Math.min(MOST_WORKERS, availableParallelism() + 1)

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  globalSetup: './product/template.ts',
  workers: WORKERS,
  retries: 0,
  timeout: 5 * TEST_TIMEOUT_MS,
  expect: { timeout: TEST_TIMEOUT_MS },
  forbidOnly: true,
  reporter: process.env['PLAYWRIGHT_JSON_OUTPUT_NAME'] ? [['line'], ['json']] : [['line']],
  use: {
    locale: 'de-DE',
    timezoneId: 'America/New_York',
    // Where a test is not about the service worker: it would fetch all of the portal once more for each.
    serviceWorkers: 'block',
    // Emptied between tests: a new one starts a process and compiles the portal again, which takes half of a page load.
    reuseContext: true,
    // Without a GPU, animations take half of the machine's power; SHL-07 enables them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
    screenshot: 'only-on-failure',
  },
})
