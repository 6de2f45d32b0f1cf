import { fromCorrection, type WireCorrection } from '@kellersonne/contract/energy/corrections'
import type { StoredCorrection } from './store.ts'

/** Converts a correction to the wire format. */
export const correctionToWire = ({
  id,
  sn,
  correction,
  made_at: madeAt,
  undone_at: undoneAt,
}: StoredCorrection): WireCorrection => ({
  ...{ id, sn },
  ...fromCorrection(correction),
  made_at: madeAt.toISOString(),
  undone_at: undoneAt?.toISOString() ?? null,
})
