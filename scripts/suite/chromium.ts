import { existsSync } from 'node:fs'
import { chromium } from 'playwright-core'

/** The first has no window to draw and takes a quarter less of the processor. */
const places = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

/** The Chromium that tests use: CHROMIUM, the machine's, or Playwright's own; null where there is none. */
export function chromiumPath(): string | null {
  const candidates = [process.env['CHROMIUM'], ...places, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && existsSync(path)) ?? null
}
