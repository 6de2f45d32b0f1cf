import { NAME_LENGTH } from '@kellersonne/core/systems/names'
import { expect, it } from 'vitest'
import { refused } from '../test/refused.ts'
import { nameSystem } from './names.ts'

const named = (name: string) => ({ sn: '1001', name })

it('SET-07 a name is trimmed, composed and null if empty', () => {
  expect(nameSystem.form.parse(named(' u\u0308ber Tage '))).toEqual({ sn: '1001', name: 'über Tage' })
  expect(nameSystem.form.parse(named('  '))).toEqual({ sn: '1001', name: null })
})

it.each([
  ['x'.repeat(NAME_LENGTH + 1), 'too_long'],
  ['\u0000'.repeat(500), 'too_long'],
  ['a\u202Eb', 'format'],
])('SET-07 %j is refused as %s', (name, rule) => {
  expect(refused(nameSystem.form, named(name))).toEqual({ name: rule })
})
