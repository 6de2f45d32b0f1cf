import type { LiveSystem } from '@kellersonne/core/live/live'

type Named = Pick<LiveSystem, 'sn' | 'phase'>

/** Names by phase; with the serial number if several systems share a phase. */
export function namesOf(systems: readonly Named[]) {
  const alone = ({ phase }: Named) => systems.filter((other) => other.phase === phase).length === 1
  return new Map(systems.map((s) => [s.sn, alone(s) ? `L${s.phase}` : `L${s.phase} ${s.sn}`]))
}
