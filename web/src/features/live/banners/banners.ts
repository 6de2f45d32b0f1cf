import type { LiveSystem } from '@kellersonne/core/live/live'
import { type Flag, type Severity, severityOf } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'

/** What is said above the page: one code at all systems it stands at, or too little sun for some. */
export type Banner = {
  readonly about: (typeof told)[number] | 'weather'
  readonly severity: Severity
  readonly systems: readonly SerialNumber[]
  /** What closing it closes: what it is about, at each system, since when. */
  readonly ids: readonly string[]
}

/** The messages that are told so (DSH-04), gravest first. */
const told = ['relay', 'i2', 'i'] as const satisfies readonly Flag[]

const day = (at: Date) => at.toISOString().slice(0, 10)

function ofCode(code: (typeof told)[number], systems: readonly LiveSystem[]): Banner {
  const standing = systems.flatMap(({ sn, messages }) =>
    messages.filter((message) => message.code === code).map(({ since }) => ({ sn, since })),
  )
  return {
    about: code,
    severity: severityOf(code),
    systems: [...new Set(standing.map(({ sn }) => sn))],
    ids: standing.map(({ sn, since }) => `${code} ${sn} ${since?.getTime() ?? ''}`),
  }
}

/** Expectations shift from quarter to quarter: another day's is another. */
function ofWeather(systems: readonly LiveSystem[]): Banner {
  const expected = systems.flatMap(({ sn, badWeather }) => (badWeather ? [{ sn, ...badWeather }] : []))
  return {
    about: 'weather',
    severity: 'info',
    systems: expected.map(({ sn }) => sn),
    ids: expected.map(({ sn, emptyAt }) => `weather ${sn} ${day(emptyAt)}`),
  }
}

/** All that is to be told of systems, gravest first, but for what was closed since it began. */
export function bannersOf(systems: readonly LiveSystem[], closed: readonly string[]): readonly Banner[] {
  return [...told.map((code) => ofCode(code, systems)), ofWeather(systems)].filter(({ ids }) =>
    ids.some((id) => !closed.includes(id)),
  )
}
