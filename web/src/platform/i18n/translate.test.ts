import { expect, it } from 'vitest'
import type { Language } from './bundles.ts'
import { addTexts, translator } from './translate.ts'

function textsIn(language: Language, texts: object) {
  const table = new Map<string, string>()
  addTexts(table, texts, 'common:')
  return translator(table, language, 'common')
}
const german = (texts: object) => textsIn('de', texts)

it('PRD-06 a text is found by its path, that of another namespace by its prefix', () => {
  const table = new Map<string, string>()
  addTexts(table, { menu: { close: 'Schließen' } }, 'common:')
  addTexts(table, { close: 'Zu' }, 'shell:')
  const t = translator(table, 'de', 'common')
  expect(t('menu.close')).toBe('Schließen')
  expect(t('shell:close')).toBe('Zu')
})

it('PRD-06 a text that is not there shows its key, also one whose key every object has', () => {
  const t = german({ menu: { close: 'Schließen' } })
  expect(['menu', 'menu.open', 'constructor', 'shell:close'].map((key) => t(key))).toEqual([
    'menu',
    'menu.open',
    'constructor',
    'shell:close',
  ])
})

it('PRD-06 values are filled in as they are, unknown ones with nothing', () => {
  const t = german({ from: '{{name}}: {{power}} von {{ power }}, {{name}}{{other}}{{none}}' })
  expect(t('from', { name: '{{power}} <b>$&', power: 0, none: null })).toBe(
    '{{power}} <b>$&: 0 von {{ power }}, {{power}} <b>$&',
  )
})

it('PRD-06 a number chooses the form of its text', () => {
  const t = german({
    battery_zero: 'keine',
    battery_one: '{{count}} Batterie',
    battery_other: '{{count}} Batterien',
  })
  expect([0, 1, 2, 1.5].map((count) => t('battery', { count }))).toEqual([
    'keine',
    '1 Batterie',
    '2 Batterien',
    '1.5 Batterien',
  ])
  expect(german({ battery_one: 'eine', battery_other: 'viele', day: 'Tag' })('battery', { count: 0 })).toBe(
    'viele',
  )
  expect(german({ day: '{{count}}. Tag' })('day', { count: 3 })).toBe('3. Tag')
  expect(german({ day: '{{count}}. Tag' })('day', { count: 3, ordinal: true })).toBe('3. Tag')
})

it('PRD-06 an ordinal number chooses the form of its language', () => {
  const forms = {
    line_ordinal_one: '1st',
    line_ordinal_two: '2nd',
    line_ordinal_few: '3rd',
    line_ordinal_other: 'nth',
  }
  const inEach = (t: ReturnType<typeof german>) =>
    [1, 2, 3, 4, 11, 22].map((count) => t('line', { count, ordinal: true }))
  expect(inEach(textsIn('en', forms))).toEqual(['1st', '2nd', '3rd', 'nth', 'nth', '2nd'])
  expect(inEach(german(forms))).toEqual(Array.from({ length: 6 }, () => 'nth'))
})
