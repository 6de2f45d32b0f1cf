import { describe, expect, it } from 'vitest'
import {
  bySeverity,
  codesOf,
  displayOf,
  entryOf,
  flagNames,
  flags,
  isOpen,
  type Message,
  mereStates,
  severities,
  severityOf,
  stopsUnit,
} from './messages.ts'

const at = (code: string, hour: number): Message => ({ code, since: new Date(Date.UTC(2026, 5, 18, hour)) })

describe('flags', () => {
  it('ENT-06 are those of the specification, each in its list', () => {
    const of = (group: string) => flagNames.filter((name) => flags[name].group === group)
    expect(new Set(of('message1'))).toEqual(new Set(['sm2', 'sm_test', 'wait60']))
    expect(new Set(of('message2'))).toEqual(
      new Set('aus bat ein hw i i1 i2 m na_schutz relay sm1 sv u'.split(' ')),
    )
  })

  it('ENT-06 a code nobody knows is shown as it is and worth a look', () => {
    for (const code of ['4711', 'toString', '__proto__']) {
      expect(displayOf(code)).toBe(code)
      expect(severityOf(code)).toBe('warn')
      expect(isOpen(code)).toBe(true)
      expect(stopsUnit({ code, since: null })).toBe(false)
    }
  })

  it('ENT-06 each code is explained: by its flag, as an error of the battery, or as one nobody knows', () => {
    expect(flagNames.map(entryOf)).toEqual(flagNames)
    expect(['4711', '0', '1000000000'].map(entryOf)).toEqual(['battery', 'battery', 'battery'])
    expect(['X-9', '', '-1', '1.5', 'toString', '__proto__', 'battery', '01234567890'].map(entryOf)).toEqual(
      Array(8).fill('other'),
    )
  })

  it('ENT-06 each code has one severity, and is found by it', () => {
    const found = (code: string) =>
      severities.filter((severity) => {
        const { listed, allBut } = codesOf(severity)
        return listed.includes(code) !== allBut
      })
    for (const code of [...flagNames, '4711', 'toString']) expect(found(code)).toEqual([severityOf(code)])
    expect(codesOf(null)).toEqual({ listed: [], allBut: true })
    expect(codesOf(null, false)).toEqual({ listed: mereStates, allBut: true })
    expect(codesOf('warn', false)).toEqual(codesOf('warn'))
    expect(codesOf('info', false)).toEqual({ listed: [], allBut: false })
  })

  it('ENT-06 a mere state is not open', () => {
    expect(['ein', 'aus', 'wait60', 'm', 'sm_test'].filter(isOpen)).toEqual([])
  })

  it('ENT-06 a unit neither charges nor discharges while one of these is active', () => {
    const stopping = flagNames.filter((code) => stopsUnit({ code, since: null }))
    expect(new Set(stopping)).toEqual(new Set('relay i i2 hw bat u sv na_schutz sm1 sm2 wait60'.split(' ')))
  })

  it('ENT-06 come the last where nobody knows since when they are active, whichever is compared with which', () => {
    const [dated, undated] = [at('u', 1), { code: 'i', since: null }]
    expect(Math.sign(bySeverity(dated, undated))).toBe(-1)
    expect(Math.sign(bySeverity(undated, dated))).toBe(1)
    expect(bySeverity(undated, { code: 'u', since: null })).toBe(0)
  })

  it.each([
    ['relay', 'u'],
    ['u', 'ein'],
    ['relay', 'ein'],
  ])('ENT-06 %s comes before %s, however old it is', (grave, slight) => {
    expect(bySeverity(at(grave, 1), at(slight, 20))).toBeLessThan(0)
    expect(bySeverity(at(slight, 20), at(grave, 1))).toBeGreaterThan(0)
  })

  it('ENT-06 come gravest first, then newest', () => {
    const messages = [at('i2', 8), at('ein', 12), at('u', 10), at('relay', 1), { code: 'i1', since: null }]
    expect(messages.toSorted(bySeverity).map(({ code }) => code)).toEqual(['relay', 'u', 'i2', 'i1', 'ein'])
  })
})
