import { describe, expect, it } from 'vitest'
import { SettingsFault } from '../settings/fault.ts'
import { compile } from './expressions.ts'
import { fieldNames } from './fields.ts'
import { checkedProfile, namedProfile, ownProfiles } from './load.ts'
import { counterNames, measureNames } from './measures.ts'

const all = ownProfiles().map((id) => namedProfile(id, '/'))
const given = Object.fromEntries(
  all.flatMap(({ options }) => Object.keys(options)).map((name) => [name, '1']),
)
const described = Object.fromEntries(
  Object.keys(given).map((name) => [name, name.endsWith('_register') ? '1 u16' : '1']),
)

describe('the profiles of the gateway', () => {
  it('GWY-02 are named like their files', () => {
    expect(all.map(({ id }) => id)).toEqual(ownProfiles())
  })

  it.each(all)('GWY-02 $id says of each measure whether it knows it', ({ values, cannot }) => {
    const reported = [...Object.keys(values), ...cannot]
    expect(new Set(reported)).toEqual(new Set(measureNames))
    expect(reported).toHaveLength(measureNames.length)
  })

  it.each(all)('GWY-02 $id reads the fields of its formulas', ({ values, transport }) => {
    const fields = fieldNames(transport, described)
    const unread = Object.values(values).flatMap((text) =>
      [...compile(text).names].filter((name) => !fields.has(name)),
    )
    expect(unread).toEqual([])
  })

  it.each(all)(
    'GWY-02 $id names what is unverified among what it knows, and what to do in both languages',
    (one) => {
      expect(one.unverified.filter((measure) => one.values[measure] === undefined)).toEqual([])
      expect(one.notes.de && one.notes.en).toBeTruthy()
    },
  )

  it('GWY-11 distinguishes energies that were not read in two sources', () => {
    const kostal = all.find(({ id }) => id === 'kostal-plenticore')
    expect(kostal?.unverified.filter((name) => counterNames.some((counter) => counter === name))).not.toEqual(
      [],
    )
  })

  it.each<[string, object, string]>([
    ['of a newer gateway', { version: 2 }, 'newer gateway'],
    ['with an unknown transport', { version: 1, transport: { kind: 'smoke' } }, 'transport.kind'],
    [
      'with a register that cannot be',
      { version: 1, transport: { kind: 'modbus', registers: { a: { address: 70_000, type: 'u16' } } } },
      'transport.registers.a.address',
    ],
    [
      'with a formula that loops',
      {
        version: 1,
        id: 'own',
        name: 'x',
        notes: { de: '', en: '' },
        sources: ['x'],
        transport: { kind: 'modbus' },
        values: { soc: '[1..9]' },
      },
      'values.soc',
    ],
  ])('GWY-02 a profile %s is refused with file, field and rule', (_what, json, words) => {
    expect(() => checkedProfile('own.json', json)).toThrow(SettingsFault)
    expect(() => checkedProfile('own.json', json)).toThrow(words)
    expect(() => checkedProfile('own.json', json)).toThrow('own.json')
  })
})
