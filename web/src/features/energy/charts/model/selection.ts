import { type WireMeasure, wireMeasure, wireMeasures } from '@kellersonne/contract/energy/charts'
import {
  type Measure,
  type Method,
  methods,
  type Resolution,
  resolutionsOf,
} from '@kellersonne/core/energy/charts'
import { type SerialNumber, serialNumber, TOTAL } from '@kellersonne/core/systems/systems'
import type { Day } from '@kellersonne/core/time/days'
import { type Period, periods } from '@kellersonne/core/time/periods'
import { inOrder, isPower, isSensible, POWERS } from './series.ts'

export const comparisons = ['none', 'previous', 'year'] as const
export type Comparison = (typeof comparisons)[number]
export type System = SerialNumber | typeof TOTAL

/** What the chart shows, as encoded in the URL (CHT-02, CHT-09). */
export type Selection = {
  readonly period: Period
  readonly date: Day
  readonly series: readonly Measure[]
  readonly resolution: Resolution
  readonly method: Method
  /** null = the system selected elsewhere. */
  readonly system: System | null
  readonly comparison: Comparison
  /** True if a total sums all powers, so that its balance closes, instead of following CHT-06. */
  readonly balance: boolean
  readonly table: boolean
}

const preferred = {
  day: { resolution: 'quarter', method: 'mean' },
  month: { resolution: 'day', method: 'sum' },
  year: { resolution: 'month', method: 'sum' },
} as const satisfies Record<Period, { resolution: Resolution; method: Method }>

/** A period's default resolution and method. */
function defaultsOf(period: Period, series: readonly Measure[] = POWERS) {
  const { resolution, method } = preferred[period]
  return { resolution, method: [method, ...methods].find((one) => isSensible(series, one)) ?? method }
}

const FIRST_YEAR = 2000
const LAST_YEAR = 2099

/** Parses an existing day of this century; null if `text` is not one. */
export function dayIn(text: string): Day | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  if (!at || Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== text) return null
  const year = at.getUTCFullYear()
  return year >= FIRST_YEAR && year <= LAST_YEAR ? (text as Day) : null
}

const isWire = (code: string): code is WireMeasure => wireMeasures.some((one) => one === code)

function seriesIn(text: string): readonly Measure[] | null {
  const codes = text === '' ? [] : text.split(',')
  const known = codes.every((code) => code === 'm0' || isWire(code))
  if (!known) return null
  return inOrder(codes.flatMap((code) => (isWire(code) ? [wireMeasure[code]] : POWERS)))
}

/** A measure's code on the wire. */
export const codeOf = (measure: Measure): WireMeasure =>
  wireMeasures.find((code) => wireMeasure[code] === measure) ?? 'load'

function codesOf(series: readonly Measure[]): string {
  const all = POWERS.every((power) => series.includes(power))
  const others = series.filter((one) => !all || !isPower(one)).map(codeOf)
  return [...(all ? ['m0'] : []), ...others].join(',')
}

const oneOf =
  <T extends string>(all: readonly T[]) =>
  (text: string): T | null =>
    all.find((one) => one === text) ?? null
const systemIn = (text: string): System | null => (text === String(TOTAL) ? TOTAL : serialNumber(text))
const flag = (text: string) => (text === '1' ? true : text === '0' ? false : null)

export type Read = {
  readonly selection: Selection
  /** Parameters that were invalid and have been replaced. */
  readonly broken: readonly string[]
}

/** Reads a selection from a URL. Missing or invalid parameters get their defaults. */
export function readSelection(address: URLSearchParams, today: Day): Read {
  const broken: string[] = []
  function read<T>(name: string, parse: (text: string) => T | null, fallback: T): T {
    const text = address.get(name)
    if (text === null) return fallback
    const value = parse(text)
    if (value === null) broken.push(name)
    return value ?? fallback
  }
  const period = read('period', oneOf(periods), 'day')
  const series = read('seriesSelected', seriesIn, POWERS)
  const defaults = defaultsOf(period, series)
  const selection: Selection = {
    period,
    series,
    date: read('date', dayIn, today),
    resolution: read('timeSelected', oneOf(resolutionsOf(period)), defaults.resolution),
    method: read('method', oneOf(methods.filter((one) => isSensible(series, one))), defaults.method),
    system: read<System | null>('sn', systemIn, null),
    comparison: read('compare', oneOf(comparisons), 'none'),
    balance: read('balance', flag, true),
    table: read('table', flag, false),
  }
  return { selection, broken }
}

/** Writes a selection to a URL. Defaults are omitted, except the day. */
export function writeSelection(selection: Selection): URLSearchParams {
  const { period, date, series, resolution, method, system, comparison, balance, table } = selection
  const defaults = defaultsOf(period, series)
  const codes = codesOf(series)
  const entries = Object.entries({
    period: period === 'day' ? null : period,
    date,
    seriesSelected: codes === 'm0' ? null : codes,
    timeSelected: resolution === defaults.resolution ? null : resolution,
    method: method === defaults.method ? null : method,
    sn: system === null ? null : String(system),
    compare: comparison === 'none' ? null : comparison,
    balance: balance ? null : '0',
    table: table ? '1' : null,
  }).flatMap(([name, value]): [string, string][] => (value === null ? [] : [[name, value]]))
  return new URLSearchParams(entries)
}

/** Applies a change to a selection; options that no longer make sense get their defaults. */
export function changed(selection: Selection, change: Partial<Selection>): Selection {
  const next = { ...selection, ...change }
  const defaults = defaultsOf(next.period, next.series)
  const anew = next.period !== selection.period
  const fits = !anew && resolutionsOf(next.period).includes(next.resolution)
  const sensible = !anew && isSensible(next.series, next.method)
  return {
    ...next,
    resolution: fits ? next.resolution : defaults.resolution,
    method: sensible ? next.method : defaults.method,
  }
}
