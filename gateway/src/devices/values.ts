import { compile, type Formula } from '../profiles/expressions.ts'
import { type Measure, measureNames, measures } from '../profiles/measures.ts'
import type { Profile } from '../profiles/profile.ts'
import type { Fields, Value } from '../transports/transport.ts'

/** A value in the unit and with the sign of the device protocol. `at`: when it was measured or received, ms UTC. */
export type Measured = { readonly value: number; readonly at: number }
export type Values = ReadonlyMap<Measure, Measured>
export type Formulas = ReadonlyMap<Measure, Formula>

/** The limits of the device protocol. */
const LIMITS = { W: 100_000, V: 500, Wh: 1e12, '%': 100, '°C': 200 } as const
/** Inverters report small negative PV powers at night. */
const NIGHT_W = -100

export const formulasOf = ({ values }: Profile): Formulas =>
  new Map(
    measureNames.flatMap((measure) => {
      const text = values[measure]
      return text === undefined ? [] : [[measure, compile(text)] as const]
    }),
  )

/** True if a value may be sent: the server refuses a reading as a whole if one of its values is out of range. */
export function isPossible(measure: Measure, value: number): boolean {
  const unit = measures[measure]
  const lowest = measure === 'pv_w' || (unit !== 'W' && unit !== '°C') ? 0 : -LIMITS[unit]
  return value >= lowest && value <= LIMITS[unit]
}

/** Returns the value as it may be sent; null if it is out of range. */
function possible(measure: Measure, value: unknown, inverted: boolean): number | null {
  if (typeof value !== 'number' || !Number.isFinite(value)) return null
  const signed = inverted ? -value : value
  const known = measure === 'pv_w' && signed < 0 && signed > NIGHT_W ? 0 : signed
  return isPossible(measure, known) ? known : null
}

function knownOf(fields: Fields): Readonly<Record<string, Value>> {
  const known: Record<string, Value> = {}
  for (const [name, { value }] of fields) if (value !== null) known[name] = value
  return known
}

/**
 * Resolves to a device's values by its formulas, without those that are unknown or out of range. A value is as old as
 * the oldest field it depends on. Rejects with `FormulaFault`.
 */
export async function valuesOf(
  formulas: Formulas,
  fields: Fields,
  inverted: readonly Measure[],
  now: number,
): Promise<Values> {
  const lookup = (name: string) => fields.get(name)?.value ?? undefined
  const values = new Map<Measure, Measured>()
  for (const [measure, { names, arithmetic, evaluate }] of formulas) {
    const found = arithmetic ? arithmetic(lookup) : await evaluate(knownOf(fields))
    const value = possible(measure, found, inverted.includes(measure))
    if (value === null) continue
    let at = now
    for (const name of names) at = Math.min(at, fields.get(name)?.at ?? now)
    values.set(measure, { value, at })
  }
  return values
}
