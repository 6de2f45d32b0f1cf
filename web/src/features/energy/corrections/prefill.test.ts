import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it } from 'vitest'
import { correctionsAddress } from './address.ts'
import { filledIn, readAddress } from './prefill.ts'

const ZONE = 'Europe/Berlin'
const systems = ['1001', '1002'].map((sn) => ({ sn: serialNumber.parse(sn) }))
const read = (address: string) => readAddress(new URLSearchParams(address), systems)
const nothing = { sn: null, kind: null, counter: null, from: null, until: null }

describe('the address of the corrections', () => {
  it('ENE-10 is read as it is written', () => {
    const prefill = {
      sn: '1002',
      kind: 'implausible',
      counter: 'feed_in',
      from: new Date('2026-05-10T10:00:00Z'),
      until: new Date('2026-05-10T11:00:00Z'),
    } as const
    const address = correctionsAddress(prefill)
    expect(read(address.split('?')[1] ?? '')).toEqual({ prefill, broken: [] })
    expect(correctionsAddress({})).toBe('/corrections')
    expect(correctionsAddress({ sn: null })).toBe('/corrections')
  })

  it('ENE-10 hostile or broken parts are ignored and named', () => {
    const hostile = '?sn=9999&kind=%3Cb%3E&counter=toString&from=2026-02-30T00:00:00Z&until=1e99&other=x'
    expect(read(hostile)).toEqual({ prefill: nothing, broken: ['sn', 'kind', 'counter', 'from', 'until'] })
    expect(read('from=0099-01-01T00:00:00Z&until=2026-05-10T10:00').broken).toEqual(['from', 'until'])
    expect(read('')).toEqual({ prefill: nothing, broken: [] })
  })

  it('ENE-10 fills in an instant, and its quarter in case the owner chooses the other kind', () => {
    const from = new Date('2026-10-25T01:07:05Z')
    expect(filledIn('1001', { ...nothing, kind: 'value', counter: 'pv', from }, ZONE)).toMatchObject({
      ...{ sn: '1001', kind: 'value', counter: 'pv', atDay: '2026-10-25', atTime: '02:07:05 2' },
      ...{ fromTime: '02:00 2', untilDay: '2026-10-25', untilTime: '02:15 2' },
    })
  })

  it('ENE-10 fills in whole days and their begins', () => {
    const [from, until] = [new Date('2026-05-09T22:00:00Z'), new Date('2026-05-10T22:00:00Z')]
    expect(filledIn('1001', { ...nothing, from, until }, ZONE)).toMatchObject({
      ...{ fromDay: '2026-05-10', fromTime: '00:00', untilDay: '2026-05-10', untilTime: '24:00' },
    })
    expect(filledIn('1001', { ...nothing, from }, ZONE)).toMatchObject({
      ...{ fromDay: '2026-05-10', fromTime: '00:00', untilDay: '2026-05-10', untilTime: '' },
    })
  })
})
