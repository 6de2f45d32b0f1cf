import type { LiveSystem } from '@kellersonne/core/live/live'
import { type Flag, type Severity, severityOf } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** A banner: one message code for all systems with it, or wrong signs or bad weather of some of them. */
export type Banner = {
  readonly about: (typeof bannerCodes)[number] | 'signs' | 'weather'
  readonly severity: Severity
  readonly systems: readonly SerialNumber[]
  /** Identifies what closing it hides: the code, each system and the time it began. */
  readonly ids: readonly string[]
}

/** The messages shown as banners (DSH-04), most severe first. */
const bannerCodes = ['relay', 'bat', 'hw', 'i2', 'i'] as const satisfies readonly Flag[]

const day = (at: Date) => at.toISOString().slice(0, 10)

function ofCode(code: (typeof bannerCodes)[number], systems: readonly LiveSystem[]): Banner {
  const active = systems.flatMap(({ sn, messages }) =>
    messages.filter((message) => message.code === code).map(({ since }) => ({ sn, since })),
  )
  return {
    about: code,
    severity: severityOf(code),
    systems: [...new Set(active.map(({ sn }) => sn))],
    ids: active.map(({ sn, since }) => `${code} ${sn} ${since?.getTime() ?? ''}`),
  }
}

/** A forecast shifts from quarter to quarter: only another day makes it a new one. */
function ofWeather(systems: readonly LiveSystem[]): Banner {
  const expected = systems.flatMap(({ sn, badWeather }) => (badWeather ? [{ sn, ...badWeather }] : []))
  return {
    about: 'weather',
    severity: 'info',
    systems: expected.map(({ sn }) => sn),
    ids: expected.map(({ sn, emptyAt }) => `weather ${sn} ${day(emptyAt)}`),
  }
}

/** GWY-31: a gateway has found that grid or battery are the wrong way round. */
function ofSigns(systems: readonly LiveSystem[]): Banner {
  const wrong = systems.flatMap(({ sn, capabilities }) =>
    capabilities?.signs?.verdict === 'wrong' ? [{ sn, invert: capabilities.signs.invert }] : [],
  )
  return {
    about: 'signs',
    severity: 'warn',
    systems: wrong.map(({ sn }) => sn),
    ids: wrong.map(({ sn, invert }) => `signs ${sn} ${invert.join()}`),
  }
}

/** All banners of the systems, most severe first, except those closed since they began. */
export function bannersOf(systems: readonly LiveSystem[], closed: readonly string[]): readonly Banner[] {
  const codes = bannerCodes.map((code) => ofCode(code, systems))
  return [...codes, ofSigns(systems), ofWeather(systems)].filter(({ ids }) =>
    ids.some((id) => !closed.includes(id)),
  )
}
