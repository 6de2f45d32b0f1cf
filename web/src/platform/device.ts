import Bowser from 'bowser'

/** The device of a session, as far as its user agent tells. */
export type Device = {
  readonly kind: 'phone' | 'computer'
  readonly browser: string | null
  readonly system: string | null
}

/** Parses a user agent. */
export function deviceOf(agent: string | null): Device {
  const { browser, os, platform } = Bowser.parse(agent || 'unknown')
  const handheld = platform.type === 'mobile' || platform.type === 'tablet'
  return { kind: handheld ? 'phone' : 'computer', browser: browser.name || null, system: os.name || null }
}
