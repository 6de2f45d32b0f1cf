import { createPublicKey, type KeyObject, randomBytes } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { digestOf } from '../../firmware/releases/images.ts'
import { describeKey, newKeyPair, privateKeyOf, signImage } from '../../firmware/releases/keys.ts'
import { type Publication, publish } from '../../firmware/releases/publish.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { StartupError } from '../../platform/config.ts'
import type { Db, Sql } from '../../platform/db/database.ts'

/** The versions of the units without an update. */
export const NEWEST = { bms: '2.5.0', inverter: '1.9.2', gateway: '3.2.0' } as const
/** The versions of the unit with updates. */
export const OLDER = { ...NEWEST, bms: '2.4.0', gateway: '3.1.0' } as const

type DemoRelease = Pick<Publication, 'chip' | 'version' | 'notes' | 'changes'> & { readonly size: number }
const releases: readonly DemoRelease[] = [
  {
    chip: 'bms',
    version: NEWEST.bms,
    size: 3_145_728,
    notes: {
      de: 'Der Ladezustand stimmt bei Kälte: Unter 10\u00A0°C zeigte der Speicher bisher bis zu 4\u00A0% zu viel an.\nDie Zellen werden nachts ausgeglichen, wenn der Speicher ruht, nicht mehr mittags in der besten Sonne.\nBehoben: Nach einem Stromausfall blieb der Lüfter manchmal an, bis der Speicher neu gestartet wurde.',
      en: 'The state of charge is right in the cold: below 10\u00A0°C the battery used to show up to 4\u00A0% too much.\nCells are balanced at night, while the battery rests, and no longer at noon in the best sun.\nFixed: after a power cut the fan sometimes kept running until the battery was restarted.',
    },
    changes: {
      de: 'Unter 5\u00A0°C lädt der Speicher mit höchstens 1,5\u00A0kW statt 2,5\u00A0kW. Das schont die Zellen; an kalten Wintertagen dauert eine volle Ladung länger.',
      en: 'Below 5\u00A0°C the battery charges with at most 1.5\u00A0kW instead of 2.5\u00A0kW. That is gentler on the cells; on cold winter days a full charge takes longer.',
    },
  },
  {
    chip: 'gateway',
    version: NEWEST.gateway,
    size: 2_621_440,
    notes: {
      de: 'Nach einem Ausfall des Routers ist der Speicher nach Sekunden wieder online, bisher dauerte es bis zu fünf Minuten.\nMesswerte einer Unterbrechung werden bis zu 35 Tage lang nachgereicht, bisher 7.\nBehoben: Die Uhr ging nach der Zeitumstellung eine Minute falsch, bis sie sich neu gestellt hatte.',
      en: 'After an outage of the router the battery is online again within seconds; it used to take up to five minutes.\nReadings from an interruption are delivered for up to 35 days, so far it was 7.\nFixed: after the clocks change, the clock was a minute off until it had been set again.',
    },
    changes: {
      de: 'Die Netzwerk-LED am Gerät ist nachts zwischen 22 und 6 Uhr aus.',
      en: 'The network LED on the cabinet is off at night, from 22:00 to 6:00.',
    },
  },
]

export const keyFile = (dataFolder: string) => join(dataFolder, 'demo-operator.key')

/** Resolves to the ids of the demo's signing keys: the one in the data folder, and one restored from a backup. */
export async function demoKeys(sql: Sql, dataFolder: string): Promise<string[]> {
  const pem = await readFile(keyFile(dataFolder), 'utf8').catch(() => '')
  const key = privateKeyOf(pem)
  const own = key && describeKey(createPublicKey(key)).id
  const known = await releaseStore(sql).all()
  const signers = known
    .filter(({ notes }) => releases.some((one) => one.notes.de === notes.de))
    .map((one) => one.key)
  return (await releaseStore(sql).keys())
    .map(({ id }) => id)
    .filter((id) => id === own || signers.includes(id))
}

/** Resolves to the demo operator's private key, generated if it is missing. */
async function operatorKey(dataFolder: string) {
  const file = keyFile(dataFolder)
  const known = await readFile(file, 'utf8').catch(() => null)
  const pem = known ?? newKeyPair().privatePem
  if (known === null) await writeFile(file, pem, { flag: 'wx', mode: 0o600 })
  const key = privateKeyOf(pem)
  if (!key) throw new StartupError(`${file} is damaged. Put back the key that was there.`)
  return key
}

/**
 * Publishes the updates of one of the demo's systems if they are missing, signed by the demo's own key (PRD-04).
 * Resolves to its public key (PEM), which the units are built with.
 */
export async function prepareFirmware(db: Db, dataFolder: string, now: Date): Promise<string> {
  const key = await operatorKey(dataFolder)
  const { id, pem } = describeKey(createPublicKey(key))
  await releaseStore(db).addKey({ id, pem, addedAt: now })
  const known = await releaseStore(db).all()
  for (const release of releases) {
    if (known.some(({ chip }) => chip === release.chip)) continue
    await publishImage(db, dataFolder, release, key, now)
  }
  return pem
}

/** The units are simulated: any content will do, as long as it is what was signed. */
async function publishImage(
  db: Db,
  dataFolder: string,
  { size, ...release }: DemoRelease,
  key: KeyObject,
  now: Date,
) {
  const file = join(dataFolder, `demo-${release.chip}.draft`)
  try {
    await writeFile(file, randomBytes(size))
    const signature = signImage({ ...release, ...(await digestOf(file)) }, key)
    await publish({ db, dataFolder, now }, { ...release, file, signature, share: 100 })
  } finally {
    await rm(file, { force: true })
  }
}
