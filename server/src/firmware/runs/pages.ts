import type { Receipt } from '@kellersonne/contract/firmware/updates'
import type { Sql } from '../../platform/db/database.ts'
import type { Ownership } from '../../systems/store.ts'
import { consentStore, type StoredConsent } from './consent-store.ts'
import { runsOf, type StoredRun } from './update-facts.ts'
import { receiptToWire } from './wire.ts'

/** More than are kept of an ownership: what is deleted between two pages would move those of the second. */
const ROWS = 500
type Turn = Receipt['parts'][number]
/** A chip of an update, with the outcome of the whole update. */
export type UpdatedChip = Turn & Pick<Receipt, 'id' | 'asked_at' | 'outcome'> & { consent: string | null }
export type RecordedConsent = Omit<StoredConsent, 'sn'>

const chipsOf = (run: StoredRun, { sn }: Ownership, now: Date): UpdatedChip[] => {
  const { id, asked_at, outcome, parts } = receiptToWire(run, { sn, by: null, consent: undefined }, now)
  return parts.map((part) => ({ id, asked_at, outcome, consent: run.consent, ...part }))
}

/** Yields pages of every chip that was updated while the system was theirs, oldest first. */
export async function* updatePages(sql: Sql, owned: Ownership, now: Date) {
  for (let offset = 0; ; offset += ROWS) {
    const runs = await runsOf(sql, owned, { limit: ROWS, offset, newestFirst: false })
    if (runs.length === 0) return
    yield runs.flatMap((run) => chipsOf(run, owned, now))
  }
}

/** Yields pages of the consents given while the system was theirs, oldest first. */
export async function* consentPages(sql: Sql, { id, since }: Ownership) {
  for (let offset = 0; ; offset += ROWS) {
    const consents = await consentStore(sql).since(id, since, ROWS, offset)
    if (consents.length === 0) return
    yield consents.map(({ sn: _, ...rest }): RecordedConsent => rest)
  }
}
