import { NO_UPDATE } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { steadySystems } from '@kellersonne/core/live/steady'
import { liveSystem, now } from '@kellersonne/core/live/test/live-system'
import { type SerialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import { watts } from '@kellersonne/core/units/units'
import { beforeEach, expect, it } from 'vitest'
import type { Language } from '../../../platform/i18n/bundles.ts'
import { formats } from '../../../platform/i18n/format.ts'
import { setLanguage, textsOf } from '../../../platform/i18n/i18n.ts'
import { createLiveViewModel } from '../model/liveViewModel.ts'
import { phrases } from './phrases.ts'

beforeEach(() => setLanguage('en'))

function phrasesOf(
  systems: readonly LiveSystem[],
  active: SerialNumber | typeof TOTAL = TOTAL,
  language: Language = 'de',
) {
  const steady = steadySystems(null, systems, now)
  const view = createLiveViewModel({ systems, steady, receivedAt: now, cut: false }, active, now)
  const t = textsOf(language, 'dashboard')
  return phrases(view, false, { t, f: formats(language, textsOf(language, 'units')) })
}
function read(...[systems, active, language]: Required<Parameters<typeof phrasesOf>>) {
  const { status, sentence, subline } = phrasesOf(systems, active, language)
  return [status, sentence, subline].map((text) => text?.replaceAll(/[\n\u00A0]/g, ' ') ?? null)
}
const delivers = { powers: { grid: watts(0), pv: watts(0), battery: watts(600) } }
const one = liveSystem(1, delivers)
const silent = liveSystem(2, { lastOnline: new Date('2026-06-18T07:58:00Z') })
const stopped = liveSystem(3, {
  messages: [{ code: 'i2', since: null }],
  powers: { grid: watts(100), pv: watts(0), battery: watts(0) },
})
const neverSeen = (phase: number) => liveSystem(phase, { lastOnline: null, online: null })

it.each<[string, LiveSystem[], Language, ...(string | null)[]]>([
  [
    'one of two is silent',
    [one, silent],
    'de',
    'L2: seit 09:58 Uhr keine Daten',
    'Soweit bekannt: Der Speicher versorgt Ihr Haus.',
    null,
  ],
  [
    'one of two is silent',
    [one, silent],
    'en',
    'L2: no data since 09:58',
    'As far as we know: The battery is powering your home.',
    null,
  ],
  [
    'a message of another comes first',
    [one, silent, stopped],
    'de',
    '1 offene Meldung an L3',
    'Soweit bekannt: Der Speicher versorgt Ihr Haus. L3 liefert gerade nicht.',
    'L1 liefert weiter. Von L2 sind nicht alle Werte bekannt.',
  ],
  [
    'a message of another comes first, and two are silent',
    [one, silent, stopped, neverSeen(4)],
    'en',
    '1 open message on L3',
    'As far as we know: The battery is powering your home. L3 is not delivering right now.',
    'L1 keeps delivering. Not all values of 2 systems are known.',
  ],
])(
  'DSH-16 the sentence on the total says that systems are left out when %s (%#)',
  (_, systems, language, ...texts) => {
    expect(read(systems, TOTAL, language)).toEqual(texts)
  },
)

it('DSH-16 the sentence on one system does not depend on the others', () => {
  expect(read([one, silent], one.sn, 'en')[1]).toBe('The battery is powering L1.')
  expect(read([one, silent], silent.sn, 'en')[1]).toBe('L2 is not responding.')
  expect(read([silent, neverSeen(3)], TOTAL, 'en')[1]).toBe('Your batteries are not responding.')
})

it.each<[string, LiveSystem[], boolean]>([
  ['what a condition means', [liveSystem(1, { status: 'off', powers: stopped.powers })], true],
  ['how far an update is', [liveSystem(1, { update: { ...NO_UPDATE, isStarted: true, percent: 26 } })], true],
  ['which system is missing', [one, silent, stopped], true],
  ['where the surplus goes', [liveSystem(1)], false],
])('DSH-09 DSH-16 SHL-12 phones have the line below the sentence if it says %s', (_, systems, always) => {
  const said = phrasesOf(systems)
  expect(said.subline).not.toBeNull()
  expect(said.always).toBe(always)
})
