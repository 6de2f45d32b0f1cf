import type { Gauge } from 'prom-client'
import type { Db } from '../../platform/db/database.ts'
import { forget, levels } from '../../platform/metrics.ts'
import { type LastBackup, lastBackup } from '../backup/last.ts'

/** Shows when the last backup was made, and its size; 0 if there has been none, nothing while the database is away. */
export function startBackupGauges(db: Db) {
  const shown = (of: (last: LastBackup) => number) => async (own: Gauge) => {
    own.remove()
    const last = await lastBackup(db).catch(() => null)
    if (last !== null) own.set(last ? of(last) : 0)
  }
  levels(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made; 0 if there has been none.',
    [],
    shown(({ madeAt }) => madeAt.getTime() / 1000),
  )
  levels(
    'backup_size_bytes',
    'Size of the last backup.',
    [],
    shown(({ bytes }) => bytes),
  )
  return {
    close() {
      forget('backup_last_success_timestamp_seconds')
      forget('backup_size_bytes')
    },
  }
}
