import { errorCodes } from '@kellersonne/contract/shared/errors'
import { describe, expect, it } from 'vitest'
import { calendar as germanCalendar } from './de/energy/calendar.ts'
import { changes as germanChanges } from './de/energy/changes.ts'
import { charts as germanCharts } from './de/energy/charts.ts'
import { corrections as germanCorrections } from './de/energy/corrections.ts'
import { imports as germanImports } from './de/energy/imports.ts'
import { place as germanPlace } from './de/energy/place.ts'
import { quality as germanQuality } from './de/energy/quality.ts'
import { update as germanUpdate } from './de/firmware/update.ts'
import { glossary as germanGlossary } from './de/glossary.ts'
import { account as germanAccount } from './de/identity/account.ts'
import { details as germanDetails } from './de/live/details.ts'
import { owner as germanOwner } from './de/live/owner.ts'
import { camera as germanCamera } from './de/systems/camera.ts'
import { de as german } from './de.ts'
import { calendar as englishCalendar } from './en/energy/calendar.ts'
import { changes as englishChanges } from './en/energy/changes.ts'
import { charts as englishCharts } from './en/energy/charts.ts'
import { corrections as englishCorrections } from './en/energy/corrections.ts'
import { imports as englishImports } from './en/energy/imports.ts'
import { place as englishPlace } from './en/energy/place.ts'
import { quality as englishQuality } from './en/energy/quality.ts'
import { update as englishUpdate } from './en/firmware/update.ts'
import { glossary as englishGlossary } from './en/glossary.ts'
import { account as englishAccount } from './en/identity/account.ts'
import { details as englishDetails } from './en/live/details.ts'
import { owner as englishOwner } from './en/live/owner.ts'
import { camera as englishCamera } from './en/systems/camera.ts'
import { en as english } from './en.ts'

const de = {
  ...german,
  ...germanOwner,
  ...germanAccount,
  ...germanDetails,
  ...germanUpdate,
  charts: germanCharts,
  calendar: germanCalendar,
  changes: germanChanges,
  corrections: germanCorrections,
  imports: germanImports,
  place: germanPlace,
  quality: germanQuality,
  glossary: germanGlossary,
  camera: germanCamera,
}
const en = {
  ...english,
  ...englishOwner,
  ...englishAccount,
  ...englishDetails,
  ...englishUpdate,
  charts: englishCharts,
  calendar: englishCalendar,
  changes: englishChanges,
  corrections: englishCorrections,
  imports: englishImports,
  place: englishPlace,
  quality: englishQuality,
  glossary: englishGlossary,
  camera: englishCamera,
}

/** Maps each text of a language by its path. */
function texts(words: object, path = ''): Map<string, string> {
  const found = Object.entries(words).flatMap(([key, value]: [string, unknown]) =>
    typeof value === 'object' && value !== null
      ? [...texts(value, `${path}${key}.`)]
      : [[`${path}${key}`, String(value)] as const],
  )
  return new Map(found)
}

/** The parts of a date differ: "18.06." in one language is "18 Jun" in the other. */
const isDatePattern = (key: string) => /^units\..*date/i.test(key)

const placeholders = (text: string | undefined) =>
  new Set([...(text ?? '').matchAll(/\{\{\s*(\w+)/g)].map(([, name]) => name))

describe('the two languages', () => {
  it('PRD-06 have the same texts, none empty', () => {
    expect(new Set(texts(en).keys())).toEqual(new Set(texts(de).keys()))
    expect([...texts(de), ...texts(en)].filter(([, text]) => text.trim() === '')).toEqual([])
  })

  it('PRD-06 fill the same places', () => {
    const translated = texts(en)
    const sentences = [...texts(de)].filter(([key]) => !isDatePattern(key))
    for (const [key, text] of sentences)
      expect(placeholders(translated.get(key)), key).toEqual(placeholders(text))
  })

  it('DSH-09 claim nothing of the whole house in what is also said of one battery of several', () => {
    const aboutOne = /^(batteries|commands|messages|updates|update|explain)\./
    const claims = [...texts(de), ...texts(en)].filter(
      ([key, text]) => aboutOne.test(key) && /Ihr(em)? Haus(?!halt)|your (home|house)\b/i.test(text),
    )
    expect(claims).toEqual([])
  })

  it.each(['energyForecast', 'loadForecast'])('ENT-04 call %s what it is: the sum of the day', (name) => {
    const ofDay = [`glossary.term.${name}.text`, `explain.forecast.${name}`]
    for (const key of ofDay) {
      expect(texts(de).get(key)).toContain('heute voraussichtlich insgesamt')
      expect(texts(en).get(key)).toContain('today in all')
    }
  })

  it('DSH-02 say in English that a battery is full, not that it is rather full', () => {
    expect([...texts(en)].filter(([, text]) => /\bquite (full|empty)/.test(text))).toEqual([])
  })

  it('API-13 have a text for every code the server can answer', () => {
    expect(Object.keys(de.errors)).toEqual(expect.arrayContaining(errorCodes))
  })
})
