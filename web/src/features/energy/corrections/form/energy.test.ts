import { describe, expect, it } from 'vitest'
import { readEnergy } from './energy.ts'

describe('a counter’s value', () => {
  it.each([
    ['de', '12345,678', '12345678'],
    ['de', '12345,6', '12345600'],
    ['de', '12345', '12345000'],
    ['de', ' 12 345,6 ', '12345600'],
    ['de', '0,001', '1'],
    ['de', '0', '0'],
    ['de', '007,5', '7500'],
    // A phone may offer only the point of its own language.
    ['de', '12345.67', '12345670'],
    ['en', '12345.678', '12345678'],
    ['en', '12345,6', '12345600'],
  ] as const)('ENE-10 is read, %s: %s', (language, typed, wh) => {
    expect(readEnergy(typed, language)).toEqual({ wh })
  })

  it.each([
    ['de', '', 'required'],
    ['de', '  ', 'required'],
    // Twelve thousand, or twelve and a third.
    ['de', '12.345', 'format'],
    ['en', '12,345', 'format'],
    ['de', '12.345,6', 'format'],
    ['de', '1,2345', 'format'],
    ['de', ',5', 'format'],
    ['de', '-5', 'format'],
    ['de', '1e5', 'format'],
    ['de', '12 kWh', 'format'],
    ['de', '12345678901', 'format'],
  ] as const)('ENE-10 is refused, %s: %j', (language, typed, rule) => {
    expect(readEnergy(typed, language)).toEqual({ rule })
  })
})
