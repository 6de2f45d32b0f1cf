import { correctionKinds } from '@kellersonne/contract/energy/corrections'
import { wireCounters } from '@kellersonne/contract/energy/counters'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { dayOf, QUARTER_MS, quarterOf } from '@kellersonne/core/time/days'
import { dayIn } from '../charts/model/selection.ts'
import type { Prefill } from './address.ts'
import { endOf, timeOf } from './form/times.ts'
import { emptyFor, type Typed } from './form/typed.ts'

const oneOf =
  <T extends string>(known: readonly T[]) =>
  (text: string): T | null =>
    known.find((one) => one === text) ?? null

function instantIn(text: string): Date | null {
  const isInstant = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{3})?Z$/.test(text)
  const at = new Date(text)
  return isInstant && dayIn(text.slice(0, 10)) && !Number.isNaN(at.getTime()) ? at : null
}

/** Reads an address; what is missing, hostile or not the owner's is null, and if it was there, named in `broken`. */
export function readAddress(
  address: URLSearchParams,
  systems: readonly { readonly sn: SerialNumber }[],
): { prefill: Prefill; broken: readonly string[] } {
  const broken: string[] = []
  function read<T>(name: string, parse: (text: string) => T | null): T | null {
    const text = address.get(name)
    if (text === null) return null
    const value = parse(text)
    if (value === null) broken.push(name)
    return value
  }
  const prefill = {
    sn: read('sn', oneOf(systems.map(({ sn }) => sn))),
    kind: read('kind', oneOf(correctionKinds)),
    counter: read('counter', oneOf(wireCounters)),
    from: read('from', instantIn),
    until: read('until', instantIn),
  }
  return { prefill, broken }
}

const inFields = (name: 'from' | 'until' | 'at', { day, time }: { day: string; time: string }) => ({
  [`${name}Day`]: day,
  [`${name}Time`]: time,
})

/** Fills in the form of a system for both kinds, so that the owner can change their mind. */
export function filledIn(sn: string, { kind, counter, from, until }: Prefill, timeZone: string): Typed {
  const isValue = kind === 'value'
  const start = from && quarterOf(from)
  const end =
    (until && quarterOf(until)) ?? (isValue && start ? new Date(start.getTime() + QUARTER_MS) : null)
  return {
    ...emptyFor(sn),
    kind: kind ?? 'implausible',
    counter: counter ?? '',
    ...(start && inFields('from', timeOf(start, timeZone))),
    ...(end ? inFields('until', endOf(end, timeZone)) : { untilDay: start ? dayOf(start, timeZone) : '' }),
    ...(from && inFields('at', timeOf(from, timeZone))),
  }
}
