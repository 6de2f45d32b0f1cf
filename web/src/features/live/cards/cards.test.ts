import type { LiveSystem, MeasuredName } from '@kellersonne/core/live/live'
import { steadySystems } from '@kellersonne/core/live/steady'
import { liveSystem, now } from '@kellersonne/core/live/test/live-system'
import { TOTAL } from '@kellersonne/core/systems/systems'
import { percent, wattHours, watts } from '@kellersonne/core/units/units'
import { beforeEach, expect, it } from 'vitest'
import { formats } from '../../../platform/i18n/format.ts'
import { setLanguage, textsOf } from '../../../platform/i18n/i18n.ts'
import { createLiveViewModel } from '../model/liveViewModel.ts'
import { cards } from './cards.ts'

beforeEach(() => setLanguage('de'))

function shownCards(...systems: LiveSystem[]) {
  const words = {
    t: textsOf('de', 'dashboard'),
    f: formats('de', textsOf('de', 'units')),
  }
  const view = createLiveViewModel(
    { systems, steady: steadySystems(null, systems, now), receivedAt: now, cut: false },
    TOTAL,
    now,
  )
  return cards(view, words)
}
const notes = (...systems: LiveSystem[]) => shownCards(...systems).map(({ note }) => note)
const ago = (minutes: number) => ({ lastOnline: new Date(now.getTime() - minutes * 60_000) })
const three = (second: Partial<LiveSystem> = {}) => [liveSystem(1), liveSystem(2, second), liveSystem(3)]

it('ENT-05 names the rule of each number', () => {
  expect(notes(...three({ forecast: { energy: wattHours(1), load: wattHours(1) } }))).toEqual([
    'Einspeisung',
    'Summe L1–L3',
    'lädt',
    'Summe L1–L3',
    'Mittel L1–L3',
    'Mittel L1–L3',
    'heute, Summe',
    'heute, Summe',
    'für heute, ohne L1 und L3',
    'für heute, ohne L1 und L3',
  ])
})

const aged = (minutes: number, names: readonly MeasuredName[]) => (system: LiveSystem) => {
  const at = new Date(now.getTime() - minutes * 60_000)
  const old = Object.fromEntries(names.map((name) => [name, at]))
  return { ...system, measuredAt: { ...system.measuredAt, ...old } }
}

it('DSH-14 marks what is older than 15 minutes with its time, and leaves it out of the house load', () => {
  const old = aged(20, ['pv', 'gridVoltage'])
  const shown = (system: LiveSystem) =>
    shownCards(system).map(({ name, value, note, old: isOld }) => [name, value, note, isOld])
  expect(shown(old(liveSystem(1))).slice(0, 6)).toEqual([
    ['grid', '−400', 'Einspeisung', false],
    ['pv', '1,60', 'Stand 11:22', true],
    ['battery', '−0,98', 'lädt', false],
    ['house', '–', 'keine Daten', false],
    ['soc', '64', 'jetzt', false],
    ['voltage', '233,6', 'Stand 11:22', true],
  ])
  expect(shown(aged(24 * 60 + 1, ['pv', 'soc'])(liveSystem(1))).slice(1, 5)).toEqual([
    ['pv', '–', 'keine Daten', false],
    ['battery', '−0,98', 'lädt', false],
    ['house', '–', 'keine Daten', false],
    ['soc', '–', 'keine Daten', false],
  ])
  expect(shown(aged(60, ['soc'])(liveSystem(1)))[4]).toEqual(['soc', '64', 'Stand 10:42', true])
})

it('DSH-14 ENT-05 leaves an old value out of a total, unless there are no others', () => {
  const old = aged(20, ['pv'])
  const pvOf = (...systems: LiveSystem[]) => {
    const { value, note, old: isOld } = shownCards(...systems)[1] ?? {}
    return [value, note, isOld]
  }
  expect(pvOf(liveSystem(1), old(liveSystem(2)))).toEqual(['1,60', 'ohne L2', false])
  expect(pvOf(old(liveSystem(1)), old(liveSystem(2)))).toEqual(['3,20', 'Stand 11:22', true])
})

it('ENT-05 says that a mean is weighted where capacities differ', () => {
  expect(notes(...three({ capacity: wattHours(9000) }))[4]).toBe('gewichtet L1–L3')
  expect(notes(...three({ capacity: null }))[4]).toBe('Mittel L1–L3')
})

it('DSH-09 PRD-05 a stale system is left out and named, on every card it concerns', () => {
  expect(notes(...three(ago(104))).slice(0, 8)).toEqual([
    'Einspeisung, ohne L2',
    'ohne L2',
    'lädt, ohne L2',
    'ohne L2',
    'ohne L2',
    'ohne L2',
    'heute, L2 bis 09:58',
    'heute, L2 bis 09:58',
  ])
})

it('PRD-05 one that does not report a value is left out of that alone', () => {
  const given = notes(...three({ powers: { grid: watts(-400), pv: null, battery: watts(-980) }, soc: null }))
  expect(given.slice(0, 4)).toEqual(['Einspeisung', 'ohne L2', 'lädt', 'ohne L2'])
})

it('DSH-03 PRD-05 of many it counts instead of naming', () => {
  const many = Array.from({ length: 10 }, (_, i) =>
    liveSystem(i, { phase: (i % 3) + 1, soc: percent(50), ...(i < 4 ? ago(60) : {}) }),
  )
  expect(notes(...many)[1]).toBe('ohne 4 von 10')
  expect(notes(...many.map((system) => ({ ...system, ...ago(0) })))[1]).toBe('Summe von 10')
})

it('DSH-09 says of when values are that no system has followed for two minutes', () => {
  expect(notes(liveSystem(1, ago(3))).slice(0, 3)).toEqual(['Stand 11:39', 'Stand 11:39', 'Stand 11:39'])
  expect(notes(...three(ago(3))).slice(0, 3)).toEqual(['Einspeisung', 'Summe L1–L3', 'lädt'])
})

it('DSH-09 V18 of values that the server sent before it was cut off, says of when they are', () => {
  const systems = three()
  const received = { systems, steady: steadySystems(null, systems, now), receivedAt: now, cut: true }
  const words = {
    t: textsOf('de', 'dashboard'),
    f: formats('de', textsOf('de', 'units')),
  }
  const shown = cards(createLiveViewModel(received, TOTAL, now), words)
  expect(new Set(shown.map(({ note }) => note))).toEqual(new Set(['Stand 11:41']))
})
