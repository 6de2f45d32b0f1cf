import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { GapReason } from '@kellersonne/core/energy/charts'
import { beforeAll, describe, expect, it } from 'vitest'
import { plain } from '../../../../../test/dashboard.tsx'
import { formats } from '../../../../platform/i18n/format.ts'
import { loadNamespaces, textsOf } from '../../../../platform/i18n/i18n.ts'
import { importedText, isImportedAt } from './imported.ts'

const at = (text: string) => Date.parse(`2026-05-${text}:00+02:00`)
const gap = (from: string, until: string, reason: GapReason = 'imported', sn = '1001') => ({
  ...{ sn: serialNumber.parse(sn), reason, from: at(from), until: at(until) },
})
const dataOf = (edges: readonly string[], ...gaps: ReturnType<typeof gap>[]) => ({
  ...{ timeZone: 'Europe/Berlin', edges: edges.map(at), gaps },
})
const speech = () => ({
  t: textsOf('de', 'charts'),
  f: formats('de', textsOf('de', 'units')),
})
const MONTH = ['01T00:00', '09T00:00', '31T00:00']

beforeAll(() => loadNamespaces('charts'))

describe('imported values', () => {
  it('GWY-41 are named by their days, neighbouring ones together', () => {
    const nights = dataOf(
      MONTH,
      gap('03T22:00', '04T06:00'),
      gap('05T00:00', '06T00:00'),
      gap('08T10:00', '08T11:00'),
      gap('12T00:00', '13T00:00', 'offline'),
    )
    expect(plain(importedText(nights, 'month', speech()))).toBe(
      'Importierte Werte: 3. Mai bis 5. Mai und 8. Mai',
    )
  })

  it('GWY-41 of a day are named by their times, once for several systems, and only within it', () => {
    const day = dataOf(
      ['03T00:00', '03T00:15', '04T00:00'],
      gap('02T20:00', '03T01:00'),
      gap('03T00:30', '03T02:00', 'imported', '1002'),
    )
    expect(plain(importedText(day, 'day', speech()))).toBe('Importierte Werte: 00:00 Uhr bis 02:00 Uhr')
  })

  it('GWY-41 are not all named if they are many, and not mentioned if there are none', () => {
    const many = dataOf(MONTH, ...['02', '04', '06', '08'].map((day) => gap(`${day}T00:00`, `${day}T12:00`)))
    expect(plain(importedText(many, 'month', speech()))).toBe(
      'Importierte Werte: 2. Mai, 4. Mai, 6. Mai und weitere',
    )
    expect(importedText(dataOf(MONTH, gap('02T00:00', '03T00:00', 'offline')), 'year', speech())).toBeNull()
  })

  it('GWY-41 mark the steps that they are in', () => {
    const data = dataOf(MONTH, gap('03T00:00', '09T00:00'))
    expect([0, 1].map((step) => isImportedAt(data, step))).toEqual([true, false])
  })
})
