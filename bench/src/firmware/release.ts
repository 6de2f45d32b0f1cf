import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { storeBatch } from '@kellersonne/server/app/roles/store-batch'
import { digestOf } from '@kellersonne/server/firmware/releases/images'
import { newKeyPair, privateKeyOf, signImage } from '@kellersonne/server/firmware/releases/keys'
import { publish } from '@kellersonne/server/firmware/releases/publish'
import { releaseStore } from '@kellersonne/server/firmware/releases/store'
import type { Db } from '@kellersonne/server/platform/db/database'
import type { Member } from '../lib/fleet.ts'

const RUNS = '1.0.0'

/** Publishes an image of `size` bytes in a data folder and resolves to its description. */
export async function publishImage(db: Db, folder: string, version: string, size: number) {
  const at = new Date()
  const { id, pem, privatePem } = newKeyPair()
  await releaseStore(db).addKey({ id, pem, addedAt: at })
  const file = join(folder, 'image')
  await writeFile(file, randomBytes(size))
  const key = privateKeyOf(privatePem)
  if (!key) throw new Error('no key')
  const release = { chip: 'bms', version }
  const digest = await digestOf(file)
  const signature = signImage({ ...release, ...digest }, key)
  const notes = { de: '', en: '' }
  const wanted = { ...release, file, signature, notes, changes: null, share: 100 }
  await publish({ db, dataFolder: folder, now: at }, wanted)
  return digest
}

/** Does the same for a chip of which all units run an older version. */
export async function publishFor(db: Db, folder: string, fleet: readonly Member[], size: number) {
  const digest = await publishImage(db, folder, '2.0.0', size)
  const at = new Date()
  const state = statePayload.parse({ at: at.toISOString(), status: 'off', versions: { bms: RUNS } })
  await storeBatch(
    db,
    fleet.map(({ id: system }) => ({ kind: 'state', system, receivedAt: at, state })),
  )
  return digest
}
