import Bowser from 'bowser'

/** What a session runs on, as far as its browser tells. */
export type Device = {
  readonly kind: 'phone' | 'computer'
  readonly browser: string | null
  readonly system: string | null
}

/** Reads what a browser calls itself. */
export function deviceOf(agent: string | null): Device {
  const { browser, os, platform } = Bowser.parse(agent || 'unknown')
  const handheld = platform.type === 'mobile' || platform.type === 'tablet'
  return { kind: handheld ? 'phone' : 'computer', browser: browser.name || null, system: os.name || null }
}
