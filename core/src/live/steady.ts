import { type SerialNumber, TOTAL } from '../systems/systems.ts'
import { houseLoad, IDLE_W, type Powers } from '../units/power.ts'
import { type Watts, watts } from '../units/units.ts'
import type { LiveSystem } from './live.ts'
import { total } from './totals.ts'

/** The sign under which a power counts; 0 while it is too small to be worth a word. */
type Direction = -1 | 0 | 1
type Held = {
  readonly direction: Direction
  /** The last power measured in this direction, W. */
  readonly power: number
  /** Since when the measured direction has been another; null while it has not. */
  readonly contraryAt: Date | null
}

/** Powers whose directions change only when it means something, and what decides when they do. */
export type SteadyPowers = {
  /** As measured, except that a power whose direction is another, or none, is as small as its direction allows. */
  readonly powers: Powers
  readonly held: { readonly [name in keyof Powers]: Held | null }
}
/** Steady powers by system, and of all together. */
export type SteadySystems = ReadonlyMap<SerialNumber | typeof TOTAL, SteadyPowers>

/** Grid and battery: a battery that regulates the meter to zero is never quite there. The larger of the two counts. */
const BAND_W = 30
const BAND_SHARE = 0.02
/** PV never regulates around zero; it only measures a little at night. */
const PV_BAND_W = 15
/** A direction once taken is kept down to this share of the band. */
const RELEASE = 0.5
/** How long a power must have another direction before that counts. */
const HOLD_MS = 30_000
/** A change this large means something at once, W. */
const JUMP_W = 150

function measured(power: number, band: number, held: Held | null): Direction {
  const sign = power > 0 ? 1 : -1
  const isWorthIt = Math.abs(power) >= (held?.direction === sign ? band * RELEASE : band)
  return isWorthIt ? sign : 0
}

function hold(power: Watts | null, band: number, held: Held | null, at: Date): Held | null {
  if (power === null) return null
  const direction = measured(power, band, held)
  if (held === null || direction === held.direction) return { direction, power, contraryAt: null }
  const contraryAt = held.contraryAt ?? at
  const isDue = at.getTime() - contraryAt.getTime() >= HOLD_MS || Math.abs(power - held.power) >= JUMP_W
  return isDue ? { direction, power, contraryAt: null } : { ...held, contraryAt }
}

/** Returns the power with the held direction: at least IDLE_W of it, or none. */
function heldPower(power: Watts | null, held: Held | null): Watts | null {
  if (power === null || held === null) return null
  return watts(held.direction * Math.max(IDLE_W, held.direction * power))
}

/**
 * Keeps the directions of `powers`, measured at `at`, as they were in `before` (null: none) until a power leaves its
 * dead band for 30 s or changes by 150 W at once.
 */
export function steadyPowers(before: SteadyPowers | null, powers: Powers, at: Date): SteadyPowers {
  const band = Math.max(BAND_W, BAND_SHARE * (houseLoad(powers) ?? 0))
  const held = {
    grid: hold(powers.grid, band, before?.held.grid ?? null, at),
    pv: hold(powers.pv, PV_BAND_W, before?.held.pv ?? null, at),
    battery: hold(powers.battery, band, before?.held.battery ?? null, at),
  }
  return {
    powers: {
      grid: heldPower(powers.grid, held.grid),
      pv: heldPower(powers.pv, held.pv),
      battery: heldPower(powers.battery, held.battery),
    },
    held,
  }
}

/** The steady powers of each system, and under `TOTAL` of all together, at `now`. */
export function steadySystems(
  before: SteadySystems | null,
  systems: readonly LiveSystem[],
  now: Date,
): SteadySystems {
  const one = (key: SerialNumber | typeof TOTAL, powers: Powers) =>
    [key, steadyPowers(before?.get(key) ?? null, powers, now)] as const
  return new Map([
    ...systems.map(({ sn, powers }) => one(sn, powers)),
    one(TOTAL, total(systems, now).powers),
  ])
}
