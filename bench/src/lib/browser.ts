import { existsSync } from 'node:fs'
import { type Browser, type BrowserContext, chromium } from 'playwright-core'
import type { Tokens } from './owner.ts'

const places = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  chromium.executablePath(),
]

/** Launches a browser with an empty cache that can only reach the local machine. */
export function launchBrowser(): Promise<Browser> {
  const executablePath = places.find((path) => path !== undefined && existsSync(path))
  if (executablePath === undefined) throw new Error('no Chromium; name one in CHROMIUM')
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1',
    ],
  })
}

/** Signs every page of the context in, as after a sign-in with "stay signed in". */
export const presetSession = (context: BrowserContext, { access, refresh }: Tokens) =>
  context.addInitScript(
    (entries) => {
      for (const [key, value] of entries) localStorage.setItem(key, value)
    },
    [
      ['accessToken', access],
      ['refreshToken', refresh],
      ['stayLoggedIn', 'true'],
    ] as const,
  )
