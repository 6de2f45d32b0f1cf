import {
  type Flag,
  type FlagGroup,
  flagNames,
  flags,
  isFlag,
  stopsUnit,
} from '@kellersonne/core/messages/messages'
import type { StorageStatus } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'

/**
 * A flag or an unknown code that a unit can be made to report. Stricter than units are: the server must not reject what
 * a simulated one sends.
 */
export const messageCode = z.string().check(z.regex(/^[a-z0-9][\w-]{0,39}$/i))

/** Settings and state of a unit, times in ms UTC. It is stored as is. */
export const condition = z.object({
  /** The switch on the cabinet, which no command overrides. */
  mainSwitch: z.boolean(),
  mode: z.enum(['on', 'standby', 'off']),
  display: z.enum(['normal', 'update']),
  /** Flags, and unknown codes. */
  raised: z.array(z.string()),
  /** Battery errors; without a time, an entry slot that was never written. */
  errors: z.array(z.object({ code: z.int(), at: z.nullable(z.number()) })),
  /** Until when it monitors the grid before it connects. */
  waitsUntil: z.nullable(z.number()),
  testsUntil: z.nullable(z.number()),
  /** Commands accepted but not done. */
  pending: z.array(z.object({ id: z.string(), doneAt: z.number() })),
  /** Commands received before, newest last. */
  heard: z.array(z.string()),
})
export type Condition = z.output<typeof condition>

export const SWITCHED_ON: Condition = {
  mainSwitch: true,
  mode: 'on',
  display: 'normal',
  raised: [],
  errors: [],
  waitsUntil: null,
  testsUntil: null,
  pending: [],
  heard: [],
}

export type Outcome = {
  readonly id: string
  readonly outcome: 'accepted' | 'done' | 'refused'
  readonly reason?: string
}
export type Turn = { readonly condition: Condition; readonly outcomes: readonly Outcome[] }

export const WAIT_MS = 60_000
export const SELF_TEST_MS = 20_000
const FIRST_ERROR = 4101

export function statusOf({ mainSwitch, mode, waitsUntil }: Condition): StorageStatus {
  if (!mainSwitch || mode === 'off') return 'off'
  return waitsUntil !== null ? 'connected' : mode
}

/** Returns every active code: those raised by hand, and those that report the unit's own state. */
export function activeCodes(c: Condition): string[] {
  const own: Flag[] = [statusOf(c) === 'off' ? 'aus' : 'ein']
  if (c.waitsUntil !== null) own.push('wait60')
  if (c.testsUntil !== null) own.push('sm_test')
  const known = flagNames.filter((name) => own.includes(name) || c.raised.includes(name))
  return [...known, ...c.raised.filter((code) => !isFlag(code))]
}
export const activeCodesIn = (c: Condition, group: FlagGroup) =>
  activeCodes(c).filter((code) => (isFlag(code) ? flags[code].group : 'message2') === group)

/** True if an active code stops the battery. */
export const isStopped = (c: Condition) => activeCodes(c).some((code) => stopsUnit({ code, since: null }))
/** True if the battery charges and discharges. */
export const isWorking = (c: Condition) => statusOf(c) === 'on' && c.testsUntil === null && !isStopped(c)

/**
 * Operates the switch on the cabinet. On: the unit first waits for the grid. Off: it is ready for updates, and
 * pending commands are refused.
 */
export function switchMain(c: Condition, on: boolean, at: number): Turn {
  if (on === c.mainSwitch) return { condition: c, outcomes: [] }
  if (on) {
    const waitsUntil = at + WAIT_MS
    return { condition: { ...c, mainSwitch: true, mode: 'on', display: 'normal', waitsUntil }, outcomes: [] }
  }
  return {
    condition: {
      ...c,
      mainSwitch: false,
      display: 'update',
      waitsUntil: null,
      testsUntil: null,
      pending: [],
    },
    outcomes: c.pending.map(({ id }) => ({ id, outcome: 'refused', reason: 'main_switch_off' })),
  }
}

/** True if firmware may be installed. */
export const inUpdateMode = ({ mainSwitch, display }: Condition) => !mainSwitch && display === 'update'

/** Raises or resolves a code by hand; a flag that stops the battery comes with a battery error. */
export function setMessage(c: Condition, code: string, raised: boolean, at: number): Condition {
  if (raised === c.raised.includes(code)) return c
  const others = c.raised.filter((other) => other !== code)
  const changed = { ...c, raised: raised ? [...others, code] : others }
  if (!isFlag(code) || !flags[code].stops) return changed
  return setError(changed, FIRST_ERROR + flagNames.indexOf(code), raised, at)
}

/** Returns the condition of a unit that has never run, which reports a code if there is one. */
export const conditionWhenNew = (code: string | null, at: number) =>
  code === null ? SWITCHED_ON : setMessage(SWITCHED_ON, code, true, at)

/** Raises or resolves a battery error; `at` null = an entry slot that was never written. */
export function setError(c: Condition, code: number, raised: boolean, at: number | null): Condition {
  const others = c.errors.filter((error) => error.code !== code)
  return { ...c, errors: raised ? [...others, { code, at }] : others }
}

/** Returns the factory state, but keeps the commands received; pending ones are refused. */
export const factoryReset = ({ heard, pending }: Condition): Turn => ({
  condition: { ...SWITCHED_ON, heard },
  outcomes: pending.map(({ id }) => ({ id, outcome: 'refused', reason: 'stopped' })),
})

/** Ends what is over by `at`: waiting, tests, commands. Returns the same condition if nothing is. */
export function settle(c: Condition, at: number): Turn {
  const over = (until: number | null) => (until !== null && until <= at ? null : until)
  const done = c.pending.filter(({ doneAt }) => doneAt <= at)
  const ends = [c.waitsUntil, c.testsUntil].some((until) => until !== null && until <= at)
  if (!ends && done.length === 0) return { condition: c, outcomes: [] }
  return {
    condition: {
      ...c,
      waitsUntil: over(c.waitsUntil),
      testsUntil: over(c.testsUntil),
      pending: c.pending.filter((p) => !done.includes(p)),
    },
    outcomes: done.map(({ id }) => ({ id, outcome: 'done' })),
  }
}
