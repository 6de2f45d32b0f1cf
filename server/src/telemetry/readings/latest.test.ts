import { watts } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import { ago, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import type { Item } from '../intake/batch.ts'
import { readingStore } from './store.ts'

const { db, system, newSystem, reading, state, tell } = setUpTelemetry()
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
    await tell(reading(at, { grid: watts(1) }), state(at, { status: 'on' }), gone(at))
    await tell(reading(ago(20), { grid: watts(2) }), state(ago(20), { status: 'off' }), gone(ago(20)))
    await tell(reading(at, { grid: watts(3) }))
    const times = { heard_at: at, vanished_at: at, reading_at: at, state_at: at }
    expect(await latest()).toMatchObject([{ ...times, grid_w: 1, state: { status: 'on' } }])
  })

  it('PRD-02 is what this system said, though another said something at the same time', async () => {
    const other = await newSystem()
    await tell(state(ago(10), { status: 'on' }), { ...state(ago(10), { status: 'off' }), system: other.id })
    expect(await latest()).toMatchObject([{ system: system().id, state: { status: 'on' } }])
    expect(await latest(other)).toMatchObject([{ system: other.id, state: { status: 'off' } }])
  })

  it('UPD-02 F8 is read with more versions than a unit may tell of today', async () => {
    const versions = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`chip${i}`, '1.0.0']))
    await tell(state(ago(10), { versions }))
    expect(await latest()).toMatchObject([{ state: { versions } }])
  })

  it('PRD-02 is known where it has never said in which state it is', async () => {
    await tell(reading(ago(10)))
    expect(await latest()).toMatchObject([{ reading_at: ago(10), state: null }])
  })
})
