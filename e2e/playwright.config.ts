import { globSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'
import { PATIENCE_MS } from '@kellersonne/testing/patience'
import { shuffled } from '@kellersonne/testing/shuffled'
import { defineConfig } from '@playwright/test'

const MOST_WORKERS = 4
/** One more than there are cores: much of the time is waiting for units. */
const WORKERS = Math.min(MOST_WORKERS, availableParallelism() + 1)

const folder = fileURLToPath(new URL('.', import.meta.url))
const seed = process.env['TEST_SHUFFLE']

/** What takes long and has products of its own: begun last, one of them would keep a single worker busy at the end. */
const LONG = /(account|provider|update-\w+|updates)\.spec\.ts$/

/** Playwright runs projects in their order, and the files of one by their names. */
const inOrderOf = (text: string) =>
  shuffled(globSync('*.spec.ts', { cwd: folder }).sort(), Number(text)).map((file) => ({
    name: file,
    testMatch: file,
  }))

export default defineConfig({
  testDir: '.',
  outputDir: '../.cache/e2e',
  globalSetup: './template.ts',
  workers: WORKERS,
  retries: 0,
  timeout: 5 * PATIENCE_MS,
  expect: { timeout: PATIENCE_MS },
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
    // Without a GPU, motion takes half of what a machine can do; SHL-07 turns it on.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
      args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
    },
    screenshot: 'only-on-failure',
  },
})
