import { describe, expect, it } from 'vitest'
import { refused } from '../test/refused.ts'
import { addSystems, listSystems, serialNumber, systemQuery } from './systems.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, i) => `${1001 + i}`)

describe('a serial number', () => {
  it.each(['1', '1001', 'ABC', '1'.repeat(20), 'A'.repeat(20)])('SET-01 %s is one', (text) => {
    expect(serialNumber.parse(text)).toBe(text)
  })

  it.each([1001, '', 'abc', 'A1', '-1', '1'.repeat(21), ' 1001', null])('SET-01 %s is none', (value) => {
    expect(serialNumber.safeParse(value).success).toBe(false)
  })
})

describe('which system', () => {
  it('PRD-05 is asked for by its serial number, all of them by -1', () => {
    expect(systemQuery.parse({ sn: '1001' })).toEqual({ sn: '1001' })
    expect(systemQuery.parse({ sn: '-1' })).toEqual({ sn: -1 })
  })

  it.each([
    ['', 'required'],
    ['-2', 'format'],
    ['x1', 'format'],
  ])('PRD-05 sn=%s is refused as %s', (sn, rule) => {
    expect(refused(systemQuery, { sn })).toEqual({ sn: rule })
  })
})

it('ENT-01 the list has the total last, by its number', () => {
  const list = [
    { sn: '1001', phase: 1 },
    { sn: '1002', phase: 2 },
    { sn: -1, phase: -1 },
  ]
  expect(listSystems.response.parse(list)).toEqual(list)
  expect(listSystems.response.safeParse([{ sn: -1, phase: 1 }]).success).toBe(false)
})

describe('adding systems', () => {
  it('SET-01 takes one key as it is, and several as they come', () => {
    expect(addSystems.form.parse({ sn: '1001' })).toEqual({ sn: ['1001'] })
    expect(addSystems.form.parse({ sn: ['1002', ' 1001 '] })).toEqual({ sn: ['1002', '1001'] })
  })

  it('SET-01 takes 20 at once and no more', () => {
    expect(refused(addSystems.form, { sn: numbers(20) })).toEqual({})
    expect(refused(addSystems.form, { sn: numbers(21) })).toEqual({ sn: 'too_big' })
  })

  it.each([
    [[], { sn: 'too_small' }],
    ['', { 'sn.0': 'required' }],
    [['1001', ''], { 'sn.1': 'required' }],
    [['1001', 'A1', '7Q4K-M2XB-9TD3T'], { 'sn.1': 'format', 'sn.2': 'checksum' }],
    [['1001', '1001'], { sn: 'repeated' }],
    [['7Q4KM2XB9TD3S', '7q4km2xb9td3s'], { sn: 'repeated' }],
  ])('SET-01 SET-02 refuses %j, and says which', (sn, faults) => {
    expect(refused(addSystems.form, { sn })).toEqual(faults)
  })
})
