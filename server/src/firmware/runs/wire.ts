import type { Receipt, WireConsent } from '@kellersonne/contract/firmware/updates'
import { isOpen } from '@kellersonne/core/firmware/chip-update'
import { outcomeOf } from '@kellersonne/core/firmware/status'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { StoredAction } from './action.ts'
import type { StoredConsent } from './consent-store.ts'
import { afterTime, type SystemUpdates } from './system-updates.ts'
import type { StoredRun } from './update-facts.ts'

const text = (at: Date | null | undefined) => at?.toISOString() ?? null

/** Returns the chips that can be updated, in wire format. */
export const partsOf = ({ offers, versions }: SystemUpdates) =>
  offers.map(({ chip, version, size, sha256 }) => ({
    ...{ chip, from: versions[chip] ?? null, to: version, size, sha256 },
  }))

/** Returns a consent in wire format. */
export const consentToWire = ({ at, ...rest }: StoredConsent): WireConsent => ({
  ...rest,
  at: at.toISOString(),
})

function turnToWire(row: StoredAction, now: Date): Receipt['parts'][number] {
  const action = afterTime(row, now)
  const ended = action && !isOpen(action) ? action : null
  return {
    ...{ chip: row.chip, from: row.from, to: row.to, size: row.size, sha256: row.sha256 },
    state: action?.state ?? null,
    reason: action?.state === 'interrupted' ? action.reason : null,
    details: row.details,
    begun_at: text(row.begunAt),
    started_at: text(row.startedAt),
    installed_at: text(row.installedAt),
    ended_at: text(ended?.endedAt),
    heard_at: text(row.lastSeenAt),
    deadline: text(action && isOpen(action) ? action.deadline : null),
  }
}

type About = {
  readonly sn: SerialNumber
  readonly by: string | null
  readonly consent: StoredConsent | undefined
}

/** Returns an update in progress, or the receipt of one that has ended, in wire format. */
export function receiptToWire(run: StoredRun, { sn, by, consent }: About, now: Date): Receipt {
  const parts = run.actions.map((row) => turnToWire(row, now))
  const outcome = outcomeOf({
    acknowledged: run.seen,
    parts: run.actions.map((row) => ({ chip: row.chip, action: afterTime(row, now) })),
  })
  return {
    ...{ id: run.id, sn, by, asked_at: run.askedAt.toISOString(), seen: run.seen, outcome, parts },
    ended_at:
      outcome === 'running'
        ? null
        : (parts
            .flatMap((part) => part.ended_at ?? [])
            .toSorted()
            .at(-1) ?? null),
    consent: consent ? consentToWire(consent) : null,
  }
}
