import { describe, expect, it } from 'vitest'
import { csvFile, csvPieces, textCell } from './csv.ts'

const sheet = {
  timeName: 'Zeit',
  timeZone: 'Europe/Berlin',
  starts: [Date.parse('2026-10-25T00:45:00Z'), Date.parse('2026-10-25T01:00:00Z')],
  columns: [
    { name: 'Netzleistung', unit: 'W', values: [-1234.5678, null] },
    { name: 'Ladezustand', unit: '%', values: [64.2, 0] },
  ],
} as const
const text = (language: 'de' | 'en') => [...csvPieces(sheet, language)].join('')

describe('the CSV file', () => {
  it('CHT-04 CHT-07 in German has semicolons, decimal commas and times with their offset', () => {
    expect(text('de')).toBe(
      '\uFEFFZeit;Netzleistung [W];Ladezustand [%]\r\n' +
        '2026-10-25T02:45:00+02:00;-1234,568;64,2\r\n' +
        '2026-10-25T02:00:00+01:00;;0\r\n',
    )
  })

  it('CHT-04 in English has commas and decimal points', () => {
    expect(text('en')).toContain('2026-10-25T02:45:00+02:00,-1234.568,64.2\r\n')
  })

  it.each(['=1+1', '+1', '-1', '@x', '\t=1', '＝1'])('CHT-04 %j begins no formula', (cell) => {
    expect(textCell(cell).replace(/^"/, '')).toMatch(/^'/)
  })

  it('CHT-04 a year is written in pieces', async () => {
    const starts = Array.from({ length: 35_040 }, (_, i) => i * 900_000)
    const columns = [{ name: 'PV', unit: 'W', values: starts.map((_, i) => i) }] as const
    const pieces = [...csvPieces({ ...sheet, starts, columns }, 'de')]
    expect(pieces.length).toBeGreaterThan(10)
    const file = await csvFile(pieces)
    const lines = (await file.text()).trimEnd().split('\r\n')
    expect(lines).toHaveLength(35_041)
    expect(lines.at(-1)?.endsWith(';35039')).toBe(true)
  })
})
