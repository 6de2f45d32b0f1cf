import type { EnergyImport } from '@kellersonne/contract/energy/imports'
import type { CounterName } from '@kellersonne/core/telemetry/readings'
import type { StoredImport } from './store.ts'

export const toEnergies = (sums: Readonly<Record<CounterName, number | null>>) => ({
  ...{ pv: sums.pv, import: sums.import, feed_in: sums.feedIn },
  ...{ charge: sums.charge, discharge: sums.discharge },
})

/** Maps an import to the wire format. */
export const importToWire = ({
  id,
  sn,
  format,
  start,
  until,
  sums,
  made_at,
  undone_at,
}: StoredImport): EnergyImport => ({
  ...{ id, sn, format, energies: toEnergies(sums) },
  ...{ from: start.toISOString(), until: until.toISOString() },
  ...{ made_at: made_at.toISOString(), undone_at: undone_at?.toISOString() ?? null },
})
