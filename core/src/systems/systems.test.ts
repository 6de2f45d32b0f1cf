import { describe, expect, it } from 'vitest'
import { isSerialNumber, type SystemEntry, serialNumber, systemList, TOTAL } from './systems.ts'

const entry = (text: string, phase: number): SystemEntry => {
  const sn = serialNumber(text)
  if (sn === null) throw new Error(`${text} is no serial number`)
  return { sn, phase }
}

describe('serial numbers', () => {
  it.each(['1001', '0', 'ABC'])('SET-01 %s is one', (text) => {
    expect(isSerialNumber(text)).toBe(true)
  })
  it.each(['', 'abc', 'A1', '1A', ' 1', '1\n', '-1', '1.5', 'Ä', '1'.repeat(21)])(
    'SET-01 "%s" is none',
    (text) => {
      expect(isSerialNumber(text)).toBe(false)
    },
  )
})

describe('the list of systems', () => {
  it('ENT-01 is sorted by phase, the total last', () => {
    const list = systemList([entry('1', 3), entry('3', 1), entry('2', 2)])
    expect(list.map(({ sn }) => sn)).toEqual(['3', '2', '1', TOTAL])
    expect(list.at(-1)).toEqual({ sn: -1, phase: -1 })
  })

  it('ENT-01 is sorted by serial number where phases are the same, and has a total for two', () => {
    const list = systemList([entry('B', 1), entry('C', 1), entry('A', 1), entry('D', 1)])
    expect(list.map(({ sn }) => sn)).toEqual(['A', 'B', 'C', 'D', TOTAL])
    expect(systemList([entry('1', 1), entry('2', 2)])).toHaveLength(3)
  })

  it('ENT-01 has the numbers of one phase in the order of their values', () => {
    const list = systemList([entry('1010', 1), entry('999', 1), entry('2', 2)])
    expect(list.map(({ sn }) => sn)).toEqual(['999', '1010', '2', TOTAL])
  })

  it('ENT-01 has no total for one system or none', () => {
    expect(systemList([entry('1', 1)])).toEqual([entry('1', 1)])
    expect(systemList([])).toEqual([])
  })
})
