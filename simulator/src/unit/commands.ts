import { type CommandPayload, commandPayload } from '@kellersonne/contract/telemetry/device'
import * as z from 'zod/mini'
import { type Condition, isStopped, SELF_TEST_MS, settle, statusOf, type Turn, WAIT_MS } from './condition.ts'

const MAX_REMEMBERED = 100
const anyCommand = z.object({ id: z.string() })

function refusal(c: Condition, { command, expires_at }: CommandPayload, at: number): string | null {
  if (expires_at.getTime() <= at) return 'expired'
  if (!c.mainSwitch) return 'main_switch_off'
  const needsBattery = command === 'calibrate' || command === 'self_test'
  if (needsBattery && statusOf(c) !== 'on') return 'not_on'
  return needsBattery && isStopped(c) ? 'stopped' : null
}

/** Returns how a command changes the unit, and when it will be done. */
function carriedOut(
  c: Condition,
  name: CommandPayload['command'],
  at: number,
): Partial<Condition> & { doneAt: number } {
  switch (name) {
    case 'on': {
      const waitsUntil = statusOf(c) === 'off' ? at + WAIT_MS : c.waitsUntil
      return { mode: 'on', waitsUntil, doneAt: waitsUntil ?? at }
    }
    case 'off':
      return { mode: 'off', waitsUntil: null, testsUntil: null, doneAt: at }
    case 'standby':
      return { mode: 'standby', waitsUntil: null, testsUntil: null, doneAt: at }
    case 'self_test':
      return { testsUntil: at + SELF_TEST_MS, doneAt: at + SELF_TEST_MS }
    case 'calibrate':
      return { doneAt: at }
  }
}

/**
 * Answers a command. One received before is neither carried out nor answered again. `unwilling`: why it refuses all.
 */
export function handleCommand(
  c: Condition,
  order: CommandPayload,
  at: number,
  unwilling: string | null = null,
): Turn {
  const { id } = order
  if (c.heard.includes(id)) return { condition: c, outcomes: [] }
  const heard = [...c.heard, id].slice(-MAX_REMEMBERED)
  const reason = unwilling ?? refusal(c, order, at)
  if (reason !== null) return { condition: { ...c, heard }, outcomes: [{ id, outcome: 'refused', reason }] }
  const { doneAt, ...change } = carriedOut(c, order.command, at)
  const pending = [...c.pending, { id, doneAt }]
  const settled = settle({ ...c, ...change, heard, pending }, at)
  return { ...settled, outcomes: [{ id, outcome: 'accepted' }, ...settled.outcomes] }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Applies a message on the command topic to a unit; a message that is no command at all changes nothing. */
export function handleMessage(
  c: Condition,
  payload: string,
  at: number,
  unwilling: string | null,
): Turn & { readonly calibrates: boolean } {
  const order = parsed(payload)
  const command = commandPayload.safeParse(order)
  if (!command.success) {
    const { data } = anyCommand.safeParse(order)
    const outcomes = data ? [{ id: data.id, outcome: 'refused', reason: 'not_understood' } as const] : []
    return { condition: c, outcomes, calibrates: false }
  }
  const turn = handleCommand(c, command.data, at, unwilling)
  const accepted = turn.outcomes.some(({ outcome }) => outcome === 'accepted')
  return { ...turn, calibrates: accepted && command.data.command === 'calibrate' }
}
