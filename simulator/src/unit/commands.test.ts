import type { CommandPayload } from '@kellersonne/contract/telemetry/device'
import { describe, expect, it } from 'vitest'
import { handleCommand } from './commands.ts'
import {
  activeCodes,
  activeCodesIn,
  isWorking,
  SELF_TEST_MS,
  SWITCHED_ON,
  setMessage,
  settle,
  statusOf,
  switchMain,
  WAIT_MS,
} from './condition.ts'

const now = Date.UTC(2026, 5, 18)
const command = (name: CommandPayload['command'], id: string = name, in_ms = 60_000) => ({
  id,
  command: name,
  expires_at: new Date(now + in_ms),
})

describe('commands', () => {
  it('are accepted, carried out and done', () => {
    const standby = handleCommand(SWITCHED_ON, command('standby'), now)
    expect(standby.outcomes.map(({ outcome }) => outcome)).toEqual(['accepted', 'done'])
    expect(statusOf(standby.condition)).toBe('standby')
    expect(isWorking(standby.condition)).toBe(false)
    const on = handleCommand(standby.condition, command('on'), now)
    expect(statusOf(on.condition)).toBe('on')
    const off = handleCommand(on.condition, command('off'), now)
    expect(statusOf(off.condition)).toBe('off')
  })

  it('on after off is done once the unit is connected', () => {
    const off = handleCommand(SWITCHED_ON, command('off'), now).condition
    const on = handleCommand(off, command('on'), now)
    expect(on.outcomes).toEqual([{ id: 'on', outcome: 'accepted' }])
    expect(settle(on.condition, now + WAIT_MS).outcomes).toEqual([{ id: 'on', outcome: 'done' }])
  })

  it('a self test shows its flag while it lasts, and is done after it', () => {
    const { condition } = handleCommand(SWITCHED_ON, command('self_test'), now)
    expect(activeCodesIn(condition, 'message1')).toEqual(['sm_test'])
    expect(isWorking(condition)).toBe(false)
    const done = settle(condition, now + SELF_TEST_MS)
    expect(done.outcomes).toEqual([{ id: 'self_test', outcome: 'done' }])
    expect(activeCodes(done.condition)).toEqual(['ein'])
  })

  it.each([
    ['expired', SWITCHED_ON, command('standby', 'standby', 0)],
    ['main_switch_off', switchMain(SWITCHED_ON, false, now).condition, command('on')],
    ['not_on', handleCommand(SWITCHED_ON, command('standby'), now).condition, command('self_test')],
    ['stopped', setMessage(SWITCHED_ON, 'relay', true, now), command('calibrate')],
  ])('are refused with their reason: %s', (reason, condition, order) => {
    const { outcomes, condition: left } = handleCommand(condition, order, now)
    expect(outcomes).toEqual([{ id: order.id, outcome: 'refused', reason }])
    expect(statusOf(left)).toBe(statusOf(condition))
  })

  it('API-07 are refused by a unit that will not, and change nothing', () => {
    const { outcomes, condition } = handleCommand(SWITCHED_ON, command('off'), now, 'out of sorts')
    expect(outcomes).toEqual([{ id: 'off', outcome: 'refused', reason: 'out of sorts' }])
    expect(statusOf(condition)).toBe('on')
  })

  it('are carried out and answered once, however often they come', () => {
    const first = handleCommand(SWITCHED_ON, command('off', 'a'), now).condition
    const back = handleCommand(first, command('on', 'b'), now).condition
    const repeated = handleCommand(back, command('off', 'a'), now)
    expect(repeated.outcomes).toEqual([])
    expect(repeated.condition).toBe(back)
  })
})
