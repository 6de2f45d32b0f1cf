import { shapeOf } from '@kellersonne/contract/shared/json-shape'
import { compile, type Formula, FormulaFault } from '../profiles/expressions.ts'
import { DeviceFault } from './fault.ts'
import type { Value } from './transport.ts'

const MAX_DEPTH = 32
const MAX_SIGNS = 50_000
const MAX_RAW = 80

/** Parses JSON from a device. Throws `DeviceFault` if it is invalid or nested too deeply. */
export function parsed(bytes: Buffer, where: string): unknown {
  const { depth, signs } = shapeOf(bytes)
  if (depth > MAX_DEPTH || signs > MAX_SIGNS) throw new DeviceFault('too_deep', where)
  try {
    return JSON.parse(bytes.toString('utf8'))
  } catch {
    throw new DeviceFault('not_json', where, bytes.toString('latin1', 0, 40).replaceAll(/[^ -~]/g, '.'))
  }
}

/** As in `compile`; throws `DeviceFault`. */
export function formulaOf(text: string, where: string): Formula {
  try {
    return compile(text)
  } catch (error) {
    throw new DeviceFault('formula', where, error instanceof Error ? error.message : '')
  }
}

/** Evaluates a formula; rejects with `DeviceFault`. */
export async function evaluated(formula: Formula, input: unknown, where: string): Promise<unknown> {
  if (typeof input !== 'object' || input === null) return undefined
  try {
    return await formula.evaluate(input)
  } catch (error) {
    throw new DeviceFault('formula', where, error instanceof FormulaFault ? error.message.slice(0, 120) : '')
  }
}

const factors = new Map<string, number>(
  Object.entries({
    ...{ W: 1, kW: 1e3, MW: 1e6, mW: 1e-3, Wh: 1, kWh: 1e3, MWh: 1e6, Wh_Σ: 1, kWh_Σ: 1e3 },
    ...{ V: 1, mV: 1e-3, kV: 1e3, A: 1, mA: 1e-3, Hz: 1, mHz: 1e-3, '%': 1, '°C': 1, C: 1, dC: 0.1 },
  }),
)

const isValue = (value: unknown): value is Value =>
  typeof value === 'number' || typeof value === 'string' || typeof value === 'boolean'
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/
const MAX_DIGITS = 40

/** Converts numeric text to a number. */
function plain(value: Value): Value {
  if (typeof value !== 'string') return value
  const text = value.trim()
  return text.length <= MAX_DIGITS && NUMBER.test(text) ? Number(text) : value
}

/**
 * Converts a field's value to W, Wh, V, % or °C; null if it is unknown, or in an unknown unit: a value that is wrong by
 * a factor of a thousand would be worse than none.
 */
export function normalised(value: unknown, scale: number, unit?: unknown): Value | null {
  if (!isValue(value)) return null
  const known = plain(value)
  if (typeof known !== 'number') return known
  const factor = unit === undefined || unit === null || unit === '' ? 1 : factors.get(String(unit))
  const scaled = factor === undefined ? Number.NaN : known * scale * factor
  return Number.isFinite(scaled) ? scaled : null
}

/** Formats a raw value in a few characters. */
export function rawJson(value: unknown, unit?: unknown): string {
  const text = value === undefined ? '' : JSON.stringify(value).slice(0, MAX_RAW)
  return typeof unit === 'string' ? `${text} ${unit.slice(0, 10)}` : text
}
