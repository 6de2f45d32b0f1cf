import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** The first is headless and needs a quarter less CPU time. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** Returns the Chromium for tests: CHROMIUM, the machine's, or Playwright's own; null if there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env['CHROMIUM'], ...places, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null
}
