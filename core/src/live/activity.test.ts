import { describe, expect, it } from 'vitest'
import { NO_UPDATE } from '../firmware/status.ts'
import { watts } from '../units/units.ts'
import { activityOf, stopOf } from './activity.ts'
import type { LiveSystem } from './live.ts'
import { liveSystem, now } from './test/live-system.ts'

const battery = (power: number | null) => ({
  powers: { grid: null, pv: null, battery: power === null ? null : watts(power) },
})
const active = (...codes: string[]) => ({
  messages: codes.map((code, i) => ({ code, since: new Date(now.getTime() - i * 1000) })),
})
const waiting = { ...NO_UPDATE, isNew: true, isWaiting: true }
const started = { ...NO_UPDATE, isNew: true, isStarted: true, percent: 26 }
const long = new Date(now.getTime() - 16 * 60_000)

describe('what a battery does', () => {
  it.each<[string, Partial<LiveSystem>]>([
    ['never', { lastOnline: null, online: null }],
    ['silent', { lastOnline: long }],
    ['silent', { online: false }],
    ['updating', { update: started, lastOnline: long, status: 'off' }],
    ['updating', { update: started, ...active('relay') }],
    ['awaitsUpdate', { update: waiting, status: 'off', ...battery(0) }],
    ['awaitsUpdate', { update: waiting, status: 'off', ...battery(null), online: false }],
    ['silent', { update: waiting, status: 'on', online: false }],
    ['charges', { update: waiting, status: 'on', ...battery(-900) }],
    ['off', { status: 'off', ...active('aus', 'relay'), ...battery(0) }],
    ['stopped', { status: 'on', ...active('i2'), ...battery(-900) }],
    ['waits', { status: 'connected', ...active('wait60') }],
    ['stopped', { status: 'connected', ...active('wait60', 'na_schutz') }],
    ['tests', { status: 'on', ...active('sm_test') }],
    ['standby', { status: 'standby', ...battery(0) }],
    ['calibrates', { status: 'on', batteryStatus: 'calibrating', ...battery(-900) }],
    ['charges', { status: 'on', batteryStatus: 'constructor', ...battery(-900) }],
    ['floats', { status: 'on', batteryStatus: 'float', ...battery(-150) }],
    ['charges', { status: 'on', batteryStatus: 'full', ...battery(-900) }],
    ['discharges', { status: 'on', ...battery(900), ...active('i1', 'X-9') }],
    ['full', { status: 'on', batteryStatus: 'full', ...battery(0) }],
    ['empty', { status: 'on', batteryStatus: 'empty', ...battery(4) }],
    ['idle', { status: 'on', batteryStatus: 'idle', ...battery(0) }],
    ['unknown', { status: 'on', batteryStatus: 'dozing', ...battery(0) }],
    ['unknown', { status: 'on', batteryStatus: 'stopped', ...battery(0) }],
    ['discharges', { status: 'standby', batteryStatus: 'idle', ...battery(390) }],
    ['charges', { status: 'off', ...active('aus'), ...battery(-900) }],
    ['unknown', { status: null, batteryStatus: 'dozing', ...battery(null) }],
  ])('DSH-02 V16 %s: %o', (doing, reported) => {
    expect(activityOf(liveSystem(1, reported), now)).toBe(doing)
  })

  it('DSH-02 the gravest of what stops it is why, and waiting for the grid is no reason', () => {
    expect(stopOf(active('i2', 'relay', 'wait60'))?.code).toBe('relay')
    expect(stopOf(active('i1', 'wait60', '4711'))).toBeNull()
  })
})
