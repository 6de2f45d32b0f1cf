import { flagNames, flags } from '@kellersonne/core/messages/messages'
import { describe, expect, it } from 'vitest'
import {
  activeCodes,
  activeCodesIn,
  type Condition,
  factoryReset,
  isWorking,
  SWITCHED_ON,
  setError,
  setMessage,
  settle,
  statusOf,
  switchMain,
  WAIT_MS,
} from './condition.ts'

const now = Date.UTC(2026, 5, 18)
const settled = (c: Condition, at: number) => settle(c, at).condition

describe('the main switch', () => {
  it('switched off, the unit is off and its battery rests', () => {
    const { condition } = switchMain(SWITCHED_ON, false, now)
    expect(statusOf(condition)).toBe('off')
    expect(isWorking(condition)).toBe(false)
    expect(activeCodes(condition)).toEqual(['aus'])
  })

  it('ENT-06 switched on, it waits 60 s before it connects to the grid', () => {
    const off = switchMain(SWITCHED_ON, false, now).condition
    const on = switchMain({ ...off, display: 'update' }, true, now).condition
    expect(on.display).toBe('normal')
    expect(statusOf(on)).toBe('connected')
    expect(activeCodesIn(on, 'message1')).toEqual(['wait60'])
    expect(statusOf(settled(on, now + WAIT_MS - 1))).toBe('connected')
    expect(statusOf(settled(on, now + WAIT_MS))).toBe('on')
    expect(isWorking(settled(on, now + WAIT_MS))).toBe(true)
  })

  it('refuses what was under way when it goes off', () => {
    const testing = { ...SWITCHED_ON, pending: [{ id: 'self_test', doneAt: now + 1 }] }
    expect(switchMain(testing, false, now).outcomes).toEqual([
      { id: 'self_test', outcome: 'refused', reason: 'main_switch_off' },
    ])
  })
})

describe('messages', () => {
  it.each(flagNames)('ENT-02 %s is raised in its list and resolved again', (flag) => {
    const raised = setMessage(SWITCHED_ON, flag, true, now)
    expect(activeCodesIn(raised, flags[flag].group)).toContain(flag)
    expect(isWorking(raised)).toBe(!flags[flag].stops)
    expect(raised.errors.length).toBe(flags[flag].stops ? 1 : 0)
    expect(setMessage(raised, flag, false, now)).toMatchObject({ raised: [], errors: [] })
  })

  it('raised twice is listed once and leaves one error', () => {
    const twice = setMessage(setMessage(SWITCHED_ON, 'i2', true, now), 'i2', true, now + 1)
    expect(twice.raised).toEqual(['i2'])
    expect(twice.errors).toHaveLength(1)
  })
})

describe('what no catalogue knows', () => {
  it('ENT-06 an unknown code is listed, stops nothing, and is resolved', () => {
    const raised = setMessage(SWITCHED_ON, 'brand_new', true, now)
    expect(activeCodesIn(raised, 'message2')).toEqual(['ein', 'brand_new'])
    expect(activeCodesIn(raised, 'message1')).toEqual([])
    expect(isWorking(raised)).toBe(true)
    expect(setMessage(raised, 'brand_new', false, now)).toEqual(SWITCHED_ON)
  })

  it('DSH-02 an error of the battery is listed once, with a time or none, and is resolved', () => {
    const raised = setError(setError(SWITCHED_ON, 4711, true, now), 4711, true, null)
    expect(raised.errors).toEqual([{ code: 4711, at: null }])
    expect(setError(raised, 4711, false, now)).toEqual(SWITCHED_ON)
  })
})

it('renewed it is as from the factory, and carries out nothing it has received before', () => {
  const used = { ...setMessage(switchMain(SWITCHED_ON, false, now).condition, 'i2', true, now), heard: ['a'] }
  expect(factoryReset(used)).toEqual({ condition: { ...SWITCHED_ON, heard: ['a'] }, outcomes: [] })
  const pending = [{ id: 'b', doneAt: now }]
  expect(factoryReset({ ...SWITCHED_ON, pending }).outcomes).toEqual([
    { id: 'b', outcome: 'refused', reason: 'stopped' },
  ])
})

it('nothing over is nothing changed', () => {
  expect(settle(SWITCHED_ON, now).condition).toBe(SWITCHED_ON)
})
