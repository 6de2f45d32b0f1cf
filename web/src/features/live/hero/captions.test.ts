import type { LiveSystem } from '@kellersonne/core/live/live'
import { steadySystems } from '@kellersonne/core/live/steady'
import { liveSystem, now } from '@kellersonne/core/live/test/live-system'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { watts } from '@kellersonne/core/units/units'
import { beforeEach, expect, it } from 'vitest'
import type { Language } from '../../../platform/i18n/bundles.ts'
import { formats } from '../../../platform/i18n/format.ts'
import { setLanguage, textsOf } from '../../../platform/i18n/i18n.ts'
import { createLiveViewModel } from '../model/liveViewModel.ts'
import { captions } from './captions.ts'

beforeEach(() => setLanguage('en'))

function notes(systems: readonly LiveSystem[], { short = false, language = 'de' as Language } = {}) {
  const steady = steadySystems(null, systems, now)
  const view = createLiveViewModel({ systems, steady, receivedAt: now, cut: false }, TOTAL, now)
  const t = textsOf(language, 'dashboard')
  const f = formats(language, textsOf(language, 'units'))
  const { pv, battery } = captions(view, { t, f, short })
  return [pv?.note, battery?.note].map((note) => note?.replaceAll('\u00A0', ' '))
}
const silent = { lastOnline: null, online: false }
const stops = {
  messages: [{ code: 'i2', since: null }],
  powers: { grid: watts(100), pv: watts(0), battery: watts(0) },
}
const four = (...more: Partial<LiveSystem>[]) =>
  [1, 2, 3, 4].map((phase, i) => liveSystem(phase, more[i] ?? {}))

it.each<[string, LiveSystem[], string | undefined]>([
  ['one with a short name', four({}, silent), 'ohne L2'],
  ['one with a long name', four({}, { ...silent, name: 'Gartenhaus' }), 'ohne 1 von 4'],
  ['two', four({}, silent, silent), 'ohne 2 von 4'],
  ['none', four(), undefined],
])(
  'SHL-12 SET-07 the note below the sun names what it lacks as shortly as the room asks: %s',
  (_, systems, note) => {
    expect(notes(systems)[0]).toBe(note)
    expect(notes(systems, { short: true })[0]).toBeUndefined()
  },
)

it.each<[string, Language, string, string]>([
  ['L2', 'de', 'L2 steht bei 64 %', 'L2 bei 64 %'],
  ['Garden house', 'en', 'Garden house at 64%', 'Garde… at 64%'],
  ['W'.repeat(40), 'de', 'WWWWWWWWWW… bei 64 %', 'WWW… bei 64 %'],
])('SHL-12 SET-07 the note of what is stopped stays in the cellar: %s, %s', (name, language, wide, phone) => {
  const systems = four({}, { ...stops, name: name === 'L2' ? null : name })
  expect(notes(systems, { language })[1]).toBe(wide)
  expect(notes(systems, { language, short: true })[1]).toBe(phone)
})
