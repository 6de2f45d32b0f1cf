// Finds a Chromium for the tests in the browser, and brings one where there is none.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'
import { fail, root } from './install.mjs'

const places = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
]

async function find() {
  const { chromium } = await import('playwright-core')
  return [process.env.CHROMIUM, ...places, chromium.executablePath()].find((path) => path && existsSync(path))
}

const run = (command, ...args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0

/** Its path. */
export async function ensureChromium() {
  const found = await find()
  if (found) return found
  console.log('Installing a Chromium …')
  aptInstall('chromium')
  if (!(await find())) run('npx', 'playwright', 'install', '--with-deps', 'chromium')
  return (await find()) ?? fail('No Chromium could be installed. Install one, or name it in CHROMIUM.')
}
