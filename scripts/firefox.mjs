// Finds Debian's Firefox ESR for the tests of the update service's cookie, and brings it where that is possible.
import { existsSync } from 'node:fs'
import { aptInstall } from './apt.mjs'

const places = [process.env.FIREFOX, '/usr/bin/firefox-esr']
const find = () => places.find((path) => path && existsSync(path))

/** Its path; undefined, and says so, where there is none for this machine. */
export function ensureFirefox() {
  if (!find()) {
    console.log('Installing a Firefox ESR …')
    aptInstall('firefox-esr')
  }
  const found = find()
  if (!found) console.log('No Firefox ESR could be installed: the cookie will be proven in Chromium alone.')
  return found
}
