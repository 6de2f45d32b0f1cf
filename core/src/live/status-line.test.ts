import { describe, expect, it } from 'vitest'
import { NO_UPDATE } from '../firmware/status.ts'
import type { Capabilities } from '../systems/capabilities.ts'
import { percent, watts } from '../units/units.ts'
import type { LiveSystem } from './live.ts'
import { statusOf } from './status-line.ts'
import { liveSystem, now } from './test/live-system.ts'

const stale = { lastOnline: new Date('2026-06-18T07:58:00Z') }
const stops = { messages: [{ code: 'i2', since: null }] }
const judge = (...systems: LiveSystem[]) => statusOf(systems, now)
const rests = { powers: { ...liveSystem(1).powers, battery: watts(0) } }
const updating = { update: { ...NO_UPDATE, isNew: true, isStarted: true, percent: 26 } }
const waiting = { update: { ...NO_UPDATE, isNew: true, isWaiting: true } }

/** A system that can do nothing but read. */
const reads: Capabilities = {
  ...{ measures: ['grid_w', 'pv_w'], integrated: ['pv'], unverified: [], signs: null, commands: [] },
  ...{ messages: true, updates: false },
}

describe('the status line', () => {
  it('DSH-09 all is normal', () => {
    expect(judge(liveSystem(1))).toEqual({ name: 'normal' })
  })

  it('ENT-06 counts open messages and names their systems and gravity', () => {
    const two = liveSystem(2, {
      messages: [
        { code: 'relay', since: null },
        { code: 'ein', since: null },
      ],
    })
    expect(judge(liveSystem(1), two)).toEqual({
      name: 'open',
      count: 1,
      severity: 'danger',
      systems: [two],
    })
    expect(judge(liveSystem(1, stops))).toMatchObject({ severity: 'warn' })
    expect(judge(liveSystem(1, stops), two)).toMatchObject({ count: 2, severity: 'danger' })
  })

  it('DSH-09 no data: since the last word, of the silent ones', () => {
    const two = liveSystem(2, stale)
    expect(judge(liveSystem(1), two)).toEqual({
      name: 'noData',
      since: stale.lastOnline,
      systems: [two],
    })
    expect(judge(liveSystem(1, { lastOnline: null }))).toMatchObject({ name: 'noData', since: null })
    const longer = liveSystem(3, { lastOnline: new Date('2026-06-18T05:00:00Z') })
    expect(judge(longer, two)).toMatchObject({ since: stale.lastOnline, systems: [longer, two] })
  })

  it('DSH-09 no data for more than two minutes, also of a system that was switched off', () => {
    const late = { lastOnline: new Date(now.getTime() - 121_000) }
    expect(judge(liveSystem(1, late))).toMatchObject({ name: 'noData', since: late.lastOnline })
    expect(judge(liveSystem(1, { ...stale, status: 'off' }))).toMatchObject({ name: 'noData' })
  })

  it('DSH-09 missing data goes before messages where no system reports', () => {
    expect(judge(liveSystem(1, { ...stale, ...stops })).name).toBe('noData')
  })

  it.each<[string, Partial<LiveSystem>]>([
    ['off', { status: 'off', ...rests }],
    ['standby', { status: 'standby', ...rests }],
    ['unknown', { status: 'standby' }],
    ['updating', updating],
    ['updating', { ...updating, online: false }],
    ['awaitsUpdate', { ...waiting, status: 'off', ...rests }],
    ['awaitsUpdate', { ...waiting, status: 'off', ...rests, online: false }],
    ['awaitsUpdate', waiting],
    ['noData', { ...waiting, ...stale }],
    ['interrupted', { update: { ...NO_UPDATE, isNew: true, percent: -1 } }],
    ['calibrates', { status: 'on', batteryStatus: 'calibrating' }],
    ['waits', { messages: [{ code: 'wait60', since: null }] }],
    ['tests', { messages: [{ code: 'sm_test', since: null }] }],
    ['refused', { refusedToday: { from: new Date('2026-06-17T22:00:00Z'), share: percent(4) } }],
    ['signs', { capabilities: { ...reads, measures: [], signs: { verdict: 'wrong', invert: [] } } }],
    ['incomplete', { soc: null }],
    ['incomplete', { powers: { ...liveSystem(1).powers, pv: null } }],
    ['unknown', { status: null }],
    ['unknown', { batteryStatus: 'dozing' }],
    ['unknown', { batteryStatus: 'stopped' }],
    ['untold', { messagesKnown: false }],
    ['unreported', { messagesKnown: false, capabilities: { ...reads, messages: false } }],
    [
      'incomplete',
      { soc: null, capabilities: { ...reads, measures: ['grid_w', 'pv_w', 'battery_w', 'soc'] } },
    ],
    ['unknown', { messagesKnown: false, status: null }],
  ])(
    'DSH-09 V10 V13 V16 never says that all is well of one system in three that is %s: %o',
    (name, reported) => {
      const two = liveSystem(2, reported)
      expect(judge(liveSystem(1), two, liveSystem(3))).toMatchObject({ name, systems: [two] })
    },
  )

  it('DSH-15 says nothing of what was refused yesterday', () => {
    const refusedToday = { from: new Date('2026-06-16T22:00:00Z'), share: percent(4) }
    expect(judge(liveSystem(1, { refusedToday }))).toEqual({ name: 'normal' })
  })

  it('GWY-30 misses no value that a system does not measure', () => {
    const meter = liveSystem(2, {
      ...{ soc: null, powers: { ...liveSystem(2).powers, battery: null } },
      capabilities: { ...reads, measures: ['grid_w', 'pv_w'] },
    })
    expect(judge(liveSystem(1), meter)).toEqual({ name: 'normal' })
  })

  it('DSH-09 says the most important of several things', () => {
    const off = liveSystem(2, { status: 'off', ...rests })
    const silent = liveSystem(3, stale)
    expect(judge(liveSystem(1, updating), off, silent)).toMatchObject({ name: 'noData', systems: [silent] })
    expect(judge(liveSystem(1, updating), off)).toMatchObject({ name: 'updating' })
    expect(judge(liveSystem(1, stops), off, silent)).toMatchObject({ name: 'open' })
  })
})
