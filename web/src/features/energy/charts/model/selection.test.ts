import { TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import { changed, readSelection, writeSelection } from './selection.ts'
import { allSeries, POWERS } from './series.ts'

const TODAY = '2026-11-21' as Day
const read = (text: string) => readSelection(new URLSearchParams(text), TODAY)

describe('the address', () => {
  it('CHT-02 says nothing: powers of today by quarters of an hour, as means', () => {
    const { selection, broken } = read('')
    expect(broken).toEqual([])
    expect(selection).toMatchObject({
      period: 'day',
      date: TODAY,
      series: POWERS,
      resolution: 'quarter',
      method: 'mean',
      comparison: 'none',
    })
  })

  it.each([
    'date=2026-06-09',
    'period=month&date=2026-06-09&sn=-1&compare=year&balance=0',
    'period=year&date=2026-06-09&seriesSelected=m2%2Cm6%2Cm1&timeSelected=hour&method=max&sn=1001&table=1',
    'date=2026-06-09&seriesSelected=m0%2Cm8%2Cm9',
    'date=2026-06-09&seriesSelected=m7&table=1',
    'date=2026-06-09&seriesSelected=',
  ])('CHT-09 holds all of %s', (text) => {
    const { selection, broken } = read(text)
    expect(broken).toEqual([])
    expect(String(writeSelection(selection))).toBe(text)
  })

  it('CHT-09 every series has its name', () => {
    const { selection } = read(
      `seriesSelected=${String(writeSelection({ ...read('').selection, series: allSeries }).get('seriesSelected'))}`,
    )
    expect(selection.series).toEqual(allSeries)
    expect(read('sn=-1').selection.system).toBe(TOTAL)
  })

  it.each([
    ['', true],
    ['balance=1', true],
    ['balance=0', false],
  ])('CHT-06 CHT-09 "%s" balances the total: %s', (text, balance) => {
    expect(read(text)).toMatchObject({ selection: { balance }, broken: [] })
  })

  it.each([
    ['date=2026-02-30', 'date'],
    ['date=0001-01-01', 'date'],
    ['date=9999-12-31', 'date'],
    ['date=tomorrow', 'date'],
    ['period=decade', 'period'],
    ['timeSelected=Nonsense', 'timeSelected'],
    ['timeSelected=month', 'timeSelected'],
    ['method=sum&seriesSelected=m1', 'method'],
    ['method=mean&seriesSelected=m3', 'method'],
    ['seriesSelected=m0,m99', 'seriesSelected'],
    ['sn=%3Cscript%3E', 'sn'],
    ['compare=', 'compare'],
    ['balance=yes', 'balance'],
  ])('CHT-09 %s is broken, reported, and as it would be without', (text, name) => {
    const { selection, broken } = read(text)
    expect(broken).toEqual([name])
    const rest = new URLSearchParams(text)
    rest.delete(name)
    expect(selection).toEqual(readSelection(rest, TODAY).selection)
  })
})

describe('a change', () => {
  const { selection } = read('date=2026-06-09')

  it('CHT-03 leaves nothing behind that makes no sense with it', () => {
    expect(changed(selection, { period: 'year' })).toMatchObject({ resolution: 'month', method: 'sum' })
    const month = changed(selection, { period: 'month' })
    expect(changed(month, { series: ['soc'] }).method).toBe('mean')
    expect(changed(selection, { series: ['charge'] }).method).toBe('sum')
  })

  it('CHT-02 keeps what still does', () => {
    expect(changed({ ...selection, method: 'max' }, { date: TODAY })).toMatchObject({
      method: 'max',
      resolution: 'quarter',
    })
  })
})
