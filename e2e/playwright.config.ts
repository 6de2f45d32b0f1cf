import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { TEST_TIMEOUT_MS } from '@kellersonne/testing/patience'
import { shuffled } from '@kellersonne/testing/shuffled'
import { defineConfig } from '@playwright/test'

const MOST_WORKERS = 4
/** One more than the number of cores: tests spend much of their time waiting for units. */
const WORKERS = Math.min(MOST_WORKERS, availableParallelism() + 1)

const folder = fileURLToPath(new URL('.', import.meta.url))
const seed = process.env['TEST_SHUFFLE']

/** Long tests with products of their own: started last, one of them would keep a single worker busy at the end. */
const LONG = /(account|handover|provider|update-\w+|updates)\.spec\.ts$/

/** Playwright runs projects in order, and the files of a project by name. */
const inOrderOf = (text: string) =>
  shuffled(globSync('*.spec.ts', { cwd: folder }).sort(), Number(text)).map((file) => ({
    name: file,
    testMatch: file,
  }))

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
  projects:
    seed === undefined
      ? [
          { name: 'long', testMatch: LONG },
          { name: 'others', testIgnore: LONG },
        ]
      : inOrderOf(seed),
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
