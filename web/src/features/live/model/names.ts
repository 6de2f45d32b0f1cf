import type { LiveSystem } from '@kellersonne/core/live/live'

type Named = Pick<LiveSystem, 'sn' | 'phase'>

/** By phase; with the serial number where two systems share one. */
export function namesOf(systems: readonly Named[]) {
  const alone = ({ phase }: Named) => systems.filter((other) => other.phase === phase).length === 1
  return new Map(systems.map((s) => [s.sn, alone(s) ? `L${s.phase}` : `L${s.phase} ${s.sn}`]))
}
