import { describe, expect, it } from 'vitest'
import { csvLine } from './csv.ts'

describe('a line of CSV', () => {
  it.each(['=1+1', '+49', '-2', '@SUM(A1)', '\tx', '\rx', '\nx', '＝1'])(
    'SET-06 is harmless to a spreadsheet: %j',
    (text) => {
      expect(csvLine([text])).toMatch(/^"?'/)
    },
  )

  it.each([
    ['x;=1+1;+2', `"x;'=1+1;'+2"`],
    ['x\t=1+1', `"x\t'=1+1"`],
    ['x\n@SUM(A1)', `"x\n'@SUM(A1)"`],
    ['x;\t\r\n-1', `"x;\t\r\n'-1"`],
    ['x;"=1+1', `"x;'""=1+1"`],
    ['Mozilla/5.0 (X11; Linux; rv:1)', '"Mozilla/5.0 (X11; Linux; rv:1)"'],
  ])('SET-06 is as harmless to one that separates at semicolons, as in German: %j', (text, expected) => {
    expect(csvLine([text])).toBe(expected)
  })

  it('SET-06 escapes lists and objects in the same way, which stay JSON', () => {
    const [text = ''] = /(?<=^").*(?="$)/.exec(csvLine([{ name: 'x;=1' }])) ?? []
    expect(JSON.parse(text.replaceAll('""', '"'))).toEqual({ name: "x;'=1" })
  })

  it('SET-06 leaves numbers alone, and what is not known empty', () => {
    expect(csvLine([-1.5, 0, null, undefined, true])).toBe('-1.5,0,,,true')
  })

  it('SET-06 quotes what would break it', () => {
    expect(csvLine(['a,b', 'say "hi"', 'two\nlines', 'plain'])).toBe('"a,b","say ""hi""","two\nlines",plain')
  })

  it('SET-06 writes times in UTC, lists and objects as JSON', () => {
    expect(csvLine([new Date('2026-06-18T09:12:30+02:00'), ['hw', 'u'], {}])).toBe(
      '2026-06-18T07:12:30.000Z,"[""hw"",""u""]",{}',
    )
  })
})
