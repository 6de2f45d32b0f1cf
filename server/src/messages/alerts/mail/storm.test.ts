import { expect, it } from 'vitest'
import type { Line } from '../notice-store.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { factsOf } from './line.ts'

const AT = new Date('2026-10-24T08:00:00Z')
const storm = {
  ...{ gust: 28, gust_at: '2026-10-25T00:00:00.000Z', soc: 63 },
  ...{ begins_at: '2026-10-24T23:00:00.000Z', ends_at: '2026-10-25T03:00:00.000Z' },
}
const line = (details: Line['details'], timeZone: string | null = 'Europe/Berlin'): Line => ({
  ...{ id: 1, alert: 'a', madeAt: AT, kind: 'begun', cause: 'storm', sn: '1001', name: 'Anna', timeZone },
  ...{ begunAt: AT, activeSince: AT, endedAt: null, count: 1, details, isOver: false, wasSent: false },
})
const text = (details: Line['details'], timeZone?: string) =>
  de.begun.storm(factsOf(line(details, timeZone), 'de-DE'))

it('ALR-36 a mail says how strong and when, on the system’s clocks also while they are set back', () => {
  expect(text({ storm })).toContain(
    'Sturm mit Böen bis 101 km/h, von 25. Oktober 2026 um 01:00 MESZ bis 04:00 MEZ, am stärksten in der Stunde ab 02:00 MESZ',
  )
  const later = { ...storm, gust_at: '2026-10-25T01:00:00.000Z' }
  expect(text({ storm: later })).toContain('am stärksten in der Stunde ab 02:00 MEZ.')
  expect(text({ storm }, 'Atlantic/Canary')).toContain('von 25. Oktober 2026 um 00:00')
  const overnight = { ...storm, ends_at: '2026-10-26T03:00:00.000Z' }
  expect(text({ storm: overnight })).toContain('01:00 MESZ bis 26. Oktober 2026 um 04:00 MEZ')
})

it('ALR-36 a mail names the state of charge only where it is expected, also an empty one', () => {
  expect(text({ storm })).toContain(' Zu Beginn ist der Speicher voraussichtlich zu 63 % geladen.')
  expect(text({ storm: { ...storm, soc: 0 } })).toContain('zu 0 % geladen')
  expect(text({ storm: { ...storm, soc: null } })).not.toContain('voraussichtlich zu')
})

it('ALR-36 a mail says that it is a forecast and no official warning, and of a power cut only what may be', () => {
  for (const details of [{ storm }, {}, { storm: { gust: 'a lot' } }]) {
    const german = text(details)
    expect(german).toContain('Das ist eine Vorhersage, sie kann sich irren, und keine amtliche Warnung.')
    expect(german).toContain('Amtliche Warnungen gibt der Deutsche Wetterdienst heraus.')
    expect(german).toContain('Dabei kann das Stromnetz ausfallen.')
    expect(german).toContain('Falls Ihre Anlage das Haus bei einem Stromausfall weiter versorgen kann')
    const english = en.begun.storm(factsOf(line(details), 'en-GB'))
    expect(english).toContain('This is a forecast, it may be wrong, and it is not an official warning.')
    expect(english).toContain('If your system can go on supplying the house in a power cut')
    expect(english).not.toContain('Deutscher Wetterdienst')
    for (const words of [german, english]) expect(words).not.toMatch(/NaN|null|undefined/)
  }
  expect(text({})).toContain('Sturm mit Böen ab 90 km/h')
})
