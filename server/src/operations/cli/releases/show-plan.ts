import type { Requirement } from '@kellersonne/core/firmware/conditions'
import type { Rollout, StoredRelease } from '../../../firmware/releases/store.ts'
import { hindrance } from '../../rollout/stages.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]

/** A time as operators write it: `90m`, `24h`, `7d`. */
function durationText(ms: number): string {
  if (ms % DAY === 0) return `${ms / DAY}d`
  return ms % HOUR === 0 ? `${ms / HOUR}h` : `${Math.ceil(ms / MINUTE)}m`
}
const requirementText = ({ chip, comparison, version }: Requirement) => `${chip}${comparison}${version}`

/** The plan of a release as operators write it, without what is left out. */
export function planFacts({ share, stages, gateFinished, gateSoakMs, conditions, perDay }: Rollout) {
  const { only, from, timeZones, requires } = conditions
  const gate = [gateFinished > 0 && `${gateFinished}-finished`, gateSoakMs > 0 && durationText(gateSoakMs)]
  return {
    share,
    ...(stages.length > 0 && { next_shares: stages.join(), after: gate.filter(Boolean).join() }),
    ...(only && { only: `${only.length} systems` }),
    ...(from && { from_version: from.join() }),
    ...(timeZones && { time_zone: timeZones.join() }),
    ...(requires && { requires: requires.map(requirementText).join() }),
    ...(perDay !== null && { per_day: perDay }),
  }
}

/** What a release fixes, as operators write it; nothing if that is nothing. */
export const fixFacts = (fixes: readonly string[]) => (fixes.length > 0 ? { fixes: fixes.join() } : {})

/** What the gate before the next stage still lacks; null if there is no next one. */
export function missingAt(
  { stages, gateFinished, gateSoakMs, stageSince }: StoredRelease,
  finished: number,
  now: Date,
): string | null {
  if (stages.length === 0) return null
  const soak = stageSince.getTime() + gateSoakMs - now.getTime()
  const parts = [
    finished < gateFinished && `${gateFinished - finished} finished`,
    soak > 0 && durationText(Math.ceil(soak / MINUTE) * MINUTE),
  ]
  return parts.filter(Boolean).join(', ') || 'nothing'
}

/** Describes how many systems a release reaches at its present stage, and whether it can continue. */
export function sentenceOf(
  rollout: Pick<Rollout, 'share' | 'stages' | 'gateFinished'>,
  reached: number,
): string {
  if (reached === 0) return 'It reaches nobody: no system can be updated to it, or has been.'
  const found = `It reaches ${reached} systems now.`
  const why = hindrance(rollout, reached)
  return why ? `${found} It cannot go on by itself: ${why}.` : found
}
