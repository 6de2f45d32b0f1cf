import type { WireCorrection } from '@kellersonne/contract/energy/corrections'
import type { WireCounter } from '@kellersonne/contract/energy/counters'

/** What a link to the corrections fills in. `from`: the begin of a time, or the instant of a counter's value. */
export type Prefill = {
  readonly sn: string | null
  readonly kind: WireCorrection['kind'] | null
  readonly counter: WireCounter | null
  readonly from: Date | null
  readonly until: Date | null
}

/** The address of the corrections, with the form filled in. */
export function correctionsAddress(prefill: Partial<Prefill>): string {
  const given = Object.entries(prefill).flatMap(([name, value]) =>
    value === null ? [] : [[name, value instanceof Date ? value.toISOString() : value]],
  )
  return given.length === 0 ? '/corrections' : `/corrections?${new URLSearchParams(given)}`
}
