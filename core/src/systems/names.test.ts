import { describe, expect, it } from 'vitest'
import { calledNames, NAME_LENGTH, readName } from './names.ts'
import { serialNumber } from './systems.ts'

const ENGLAND = '🏴󠁧󠁢󠁥󠁮󠁧󠁿'
const FAMILY = '👨‍👩‍👧‍👦'

describe('a name of a system', () => {
  it.each([
    ['Garage', 'Garage'],
    ['  Garage \n', 'Garage'],
    ['u\u0308ber dem Stall', 'über dem Stall'],
    [`Haus der Familie ${FAMILY}`, `Haus der Familie ${FAMILY}`],
    ['🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏴󠁧󠁢󠁳󠁣󠁴󠁿 🏴󠁧󠁢󠁷󠁬󠁳󠁿'],
    ['👩🏽‍❤️‍💋‍👨🏿👁️‍🗨️1️⃣', '👩🏽‍❤️‍💋‍👨🏿👁️‍🗨️1️⃣'],
    ['葛\u{E0100}', '葛\u{E0100}'],
    ['क्‍ष', 'क्‍ष'],
    ['<b>Dach</b>', '<b>Dach</b>'],
    ['می‌خواهم', 'می‌خواهم'],
    ['車庫', '車庫'],
    ['é'.normalize('NFD').repeat(NAME_LENGTH), 'é'.repeat(NAME_LENGTH)],
  ])('SET-07 %j is kept as %j', (typed, kept) => {
    expect(readName(typed)).toEqual({ name: kept })
  })

  it.each(['', '   ', '\n'])('SET-07 %j is none', (typed) => {
    expect(readName(typed)).toEqual({ name: null })
  })

  it.each([
    ['too_long', 'x'.repeat(NAME_LENGTH + 1)],
    ['too_long', 'e\u0301'.repeat(NAME_LENGTH + 1)],
    // Not even composed: that would take long.
    ['too_long', `e${'\u0301'.repeat(400)}`],
    ['too_long', `${' '.repeat(400)}e`],
    ['format', 'Gar\u0000age'],
    ['format', 'Gar\nage'],
    ['format', '\u202Eegarag'],
    ['format', 'Garage\u2066'],
    ['format', 'Gar\u200Bage'],
    ['format', '\u200D\u200C'],
    ['format', '\u3164'],
    ['format', '\uD83D'],
    ['format', `x${'\u0335'.repeat(9)}`],
    ['format', `x${`${'\u0335'.repeat(4)}\u200D`.repeat(7)}`],
    ['format', `x${'\u0335\u200C\u200D'.repeat(5)}`],
    ['format', `x${`${'\u0335'.repeat(4)}\u3164`.repeat(7)}`],
    ['format', 'Garage\u{E0041}'],
    ['format', 'Garage\u{E0002}'],
    ['format', '\u{1F3F4}\u{E0067}\u{E0062}\u{E0078}\u{E0078}\u{E0078}\u{E007F}'],
    ['format', `${ENGLAND}\u{E0041}`],
  ])('SET-07 is refused as %s: %j', (fault, typed) => {
    expect(readName(typed)).toEqual({ fault })
  })
})

describe('what systems are called', () => {
  const system = (sn: string, phase: number, name: string | null = null) => ({
    ...{ sn: serialNumber(sn) ?? expect.fail(sn), phase, name },
  })
  const called = (...systems: ReturnType<typeof system>[]) => [...calledNames(systems).values()]

  it('SET-07 by their names, otherwise by their phases', () => {
    expect(called(system('1001', 1, 'Garage'), system('1002', 2))).toEqual(['Garage', 'L2'])
  })

  it('SET-07 with the serial number where several would be called the same', () => {
    expect(called(system('1', 1, 'Dach'), system('2', 1, 'Dach'), system('3', 1), system('4', 1))).toEqual([
      ...['Dach 1', 'Dach 2', 'L1 3', 'L1 4'],
    ])
    expect(called(system('1', 1), system('2', 2, 'L1'))).toEqual(['L1 1', 'L1 2'])
  })

  it('SET-07 in Arabic or Hebrew without changing the order of the words around it', () => {
    expect(called(system('1', 1, 'مرآب'))).toEqual(['\u2068مرآب\u2069'])
  })
})
