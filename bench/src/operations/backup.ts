// How long a backup and its restore take, with and without raw readings, and how large the file is.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { restoreBackup } from '@kellersonne/server/operations/backup/restore'
import { writeBackup } from '@kellersonne/server/operations/backup/write'
import { openSharedDatabase } from '../lib/database.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { backedUpFleet } from './backed-up-fleet.ts'

const SYSTEMS = 1000
const SEALED_DAYS = 20
const OPEN_DAYS = 2
/** Systems with raw readings of 35 days. */
const WITH_READINGS = 5
const ROUNDS = 3
const CONNECTIONS = 4
const MB = 1e6

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1000 }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const url = env['DATABASE_URL'] ?? ''
  const secret = env['SECRET'] ?? ''
  const wanted = { systems: SYSTEMS, sealed: SEALED_DAYS, open: OPEN_DAYS, withReadings: WITH_READINGS }
  const fleet = await backedUpFleet(db, url, stage, wanted)
  const file = join(stage.folder, 'backup.tar.zst')

  async function measure(withReadings: boolean): Promise<Figure[]> {
    const [floors, backups, restores]: number[][] = [[], [], []]
    let bytes = 0
    for (let round = 0; round < ROUNDS; round += 1) {
      floors?.push((await timed(() => fleet.copy(withReadings))).seconds)
      const source = {
        ...{ url, dataFolder: stage.folder, secret: Buffer.from(secret, 'base64'), secretIsKept: false },
        ...{ withImages: false, withReadings, connections: CONNECTIONS, now: new Date() },
      }
      const made = await timed(() => writeBackup(source, file))
      backups?.push(made.seconds)
      bytes = made.result.bytes
      const target = {
        ...{ url: await fleet.another('restored'), dataFolder: stage.folder, secret, keepsSecret: false },
        ...{ replace: false, connections: CONNECTIONS },
      }
      restores?.push((await timed(() => restoreBackup(file, target))).seconds)
      await rm(file)
    }
    const ratios = (backups ?? []).map((seconds, i) => seconds / (floors?.[i] ?? Number.NaN))
    const seconds = (name: string, values: readonly number[] = []) => ({
      ...{ name, value: median(values), unit: 's', note: spread(values) },
    })
    return [
      { ...seconds('backup', backups), ...(withReadings ? {} : { target: { atMost: SYSTEMS / 1000 } }) },
      seconds('floor: COPY of the same rows', floors),
      { name: 'ratio', value: median(ratios), unit: '', note: spread(ratios) },
      { name: 'file', value: bytes / MB, unit: 'MB' },
      seconds('restore', restores),
    ]
  }

  const history = `${SYSTEMS} systems, ${SEALED_DAYS} sealed days and ${OPEN_DAYS} open ones`
  const size = { name: 'database', value: (await fleet.databaseSize()) / MB, unit: 'MB' }
  report(`backup without raw readings: ${history}`, await measure(false))
  report(`backup: the same, and raw readings of 35 days of ${WITH_READINGS} systems`, [
    size,
    ...(await measure(true)),
  ])
})
