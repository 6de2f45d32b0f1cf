import { percent, watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { ago, NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import type { Item } from '../intake/batch.ts'
import { readingStore } from './store.ts'

const { db, system, newSystem, reading, state, report } = setUpTelemetry()
const latest = (of = system()) => readingStore(db()).latest([of.id])

describe('what is newest of a system', () => {
  it('PRD-02 stays the newest, however late the others come', async () => {
    const gone = (receivedAt: Date): Item => ({
      kind: 'presence',
      system: system().id,
      receivedAt,
      online: false,
    })
    const at = ago(10)
    await report(reading(at, { grid: watts(1) }), state(at, { status: 'on' }), gone(at))
    await report(reading(ago(20), { grid: watts(2) }), state(ago(20), { status: 'off' }), gone(ago(20)))
    await report(reading(at, { grid: watts(3) }))
    const times = { heard_at: at, vanished_at: at, reading_at: at, state_at: at }
    expect(await latest()).toMatchObject([{ ...times, grid_w: 1, told: { status: [at.getTime(), 'on'] } }])
  })

  it('PRD-02 is what this system sent, though another sent something at the same time', async () => {
    const other = await newSystem()
    await report(state(ago(10), { status: 'on' }), { ...state(ago(10), { status: 'off' }), system: other.id })
    expect(await latest()).toMatchObject([
      { system: system().id, told: { status: [ago(10).getTime(), 'on'] } },
    ])
    expect(await latest(other)).toMatchObject([
      { system: other.id, told: { status: [ago(10).getTime(), 'off'] } },
    ])
  })

  it('UPD-02 F8 is read with more versions than a unit may report today', async () => {
    const versions = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`chip${i}`, '1.0.0']))
    await report(state(ago(10), { versions }))
    expect(await latest()).toMatchObject([{ told: { versions: [ago(10).getTime(), versions] } }])
  })

  it('PRD-02 is, of each value, the newest that it sent: what a reading leaves out stays, null takes it back', async () => {
    const leftOut = {
      ...{ gridVoltage: undefined, grid: undefined, pv: undefined, battery: undefined },
      ...{ soc: undefined, output: undefined },
    }
    await report(reading(ago(30), { grid: watts(1), pv: watts(2), soc: percent(50) }))
    await report(reading(ago(20), { ...leftOut, pv: watts(3) }), reading(ago(15), { ...leftOut, soc: null }))
    await report(reading(ago(25), { ...leftOut, pv: watts(4) }))
    expect(await latest()).toMatchObject([
      {
        ...{ reading_at: ago(15), grid_w: 1, pv_w: 3, soc: null },
        ...{ grid_w_at: ago(30), pv_w_at: ago(20), soc_at: ago(15) },
      },
    ])
  })

  it('PRD-02 is not held back by a clock that was ahead, which counts as measured when it was received', async () => {
    await report(reading(ago(-90), { grid: watts(1) }, ago(20)))
    expect(await latest()).toMatchObject([{ grid_w: 1, grid_w_at: ago(20), reading_at: ago(20) }])
    await report(reading(ago(10), { grid: watts(2) }))
    expect(await latest()).toMatchObject([{ grid_w: 2, grid_w_at: ago(10) }])
    // What was measured later counts, of those received at the same time.
    await report(reading(ago(-40), { grid: watts(3) }, NOW), reading(ago(-30), { grid: watts(4) }, NOW))
    expect(await latest()).toMatchObject([{ grid_w: 3, grid_w_at: NOW }])
  })

  it('PRD-02 is known where it has never reported in which state it is', async () => {
    await report(reading(ago(10)))
    expect(await latest()).toMatchObject([{ reading_at: ago(10), told: null }])
  })
})
