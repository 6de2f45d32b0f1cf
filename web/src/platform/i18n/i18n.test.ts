import { errorCodes } from '@kellersonne/contract/shared/errors'
import { describe, expect, it } from 'vitest'
import { bundles, type Language, type Translations } from './bundles.ts'

async function allOf(language: Language) {
  const all: Partial<Translations> = {}
  for (const bundle of Object.values(bundles)) Object.assign(all, await bundle[language]())
  return all
}
const de = await allOf('de')
const en = await allOf('en')

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
    expect(Object.keys(de.errors ?? {})).toEqual(expect.arrayContaining(errorCodes))
  })
})
