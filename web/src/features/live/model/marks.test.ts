import type { SystemFindings } from '@kellersonne/contract/energy/findings'
import { liveSystem } from '@kellersonne/core/live/test/live-system'
import { expect, it } from 'vitest'
import { findingsWire } from '../../../../test/energy/findings.ts'
import { marksOf } from './marks.ts'

const message = (code: string) => ({ code, since: null })
const one = (codes: readonly string[]) => liveSystem(1, { messages: codes.map(message) })
const shown = (codes: readonly string[], systems: readonly SystemFindings[] = []) =>
  [...marksOf({ chosen: [one(codes)] }, systems)].map(([place, { of, grave }]) => [place, of, grave])
const { systems } = findingsWire()
const [system] = systems
const named = (...names: SystemFindings['findings'][number]['name'][]) =>
  (system?.findings ?? []).flatMap((finding) => names.map((name) => ({ ...finding, name })))
const withFindings = (findings: SystemFindings['findings']) => systems.map((of) => ({ ...of, findings }))

it('HLT-19 marks the place that an open message is about, and none for a mere state', () => {
  expect(shown(['ein', 'm'])).toEqual([])
  expect(shown(['na_schutz'])).toEqual([['grid', { message: 'na_schutz' }, false]])
  expect(shown(['i1', 'relay'])).toEqual([['battery', { message: 'relay' }, true]])
})

it('HLT-19 marks the place that a finding is about, after messages there, until it ends', () => {
  expect(shown([], systems)).toEqual([['battery', { finding: 'no_charge' }, false]])
  expect(shown(['i1'], systems)).toEqual([['battery', { message: 'i1' }, false]])
  const places = shown([], withFindings(named('pv', 'signs'))).map(([place]) => place)
  expect(new Set(places)).toEqual(new Set(['house', 'pv']))
  const ended = (system?.findings ?? []).map((finding) => ({
    ...finding,
    ended_at: '2026-06-18T00:00:00.000Z',
  }))
  expect(shown([], withFindings(ended))).toEqual([])
})

it('HLT-19 marks nothing for a system that is not selected', () => {
  expect([...marksOf({ chosen: [liveSystem(2)] }, systems)]).toEqual([])
})
