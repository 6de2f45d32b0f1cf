import { randomBytes } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems'
import * as z from 'zod/mini'
import { hashPassword } from '../accounts/password.ts'
import { accountStore } from '../accounts/store.ts'
import { StartFault } from '../config.ts'
import type { Db } from '../db/database.ts'
import { systemStore } from '../systems/store.ts'

const owner = { email: 'demo@kellersonne.example', password: 'Sonne-im-Keller-1' } as const
const TIME_ZONE = 'Europe/Berlin'
const systems = [
  { sn: '1001', phase: 1 },
  { sn: '1002', phase: 2 },
  { sn: '1003', phase: 3 },
] as const
const OWNED_FOR_MS = 400 * 24 * 3_600_000

const units = z.array(z.object({ sn: serialNumber, phase: z.int(), secret: z.string() }))
type Units = z.output<typeof units>

/** Where the simulated units find their serial numbers and secrets. */
export const unitsFile = (dataFolder: string) => join(dataFolder, 'demo-units.json')

/** Makes the demo owner and their three systems where they are missing (HND-02). */
export async function prepareDemo(db: Db, dataFolder: string, now: Date): Promise<void> {
  const known = await readUnits(dataFolder)
  const accounts = accountStore(db)
  const account =
    (await accounts.byEmail(owner.email))?.id ??
    (await accounts.create(owner.email, await hashPassword(owner.password), 'de'))
  if (!account) throw new Error('the demo owner could not be made')
  const wanted = known ?? newUnits()
  const store = systemStore(db)
  for (const { sn, phase, secret } of wanted) {
    const id = await store.put({ sn, phase, secret, timeZone: TIME_ZONE })
    await store.claim(id, account, new Date(now.getTime() - OWNED_FOR_MS))
  }
  if (!known) await writeUnits(dataFolder, wanted)
}

const newUnits = (): Units =>
  units.parse(systems.map((system) => ({ ...system, secret: randomBytes(32).toString('base64url') })))

async function readUnits(dataFolder: string): Promise<Units | null> {
  const text = await readFile(unitsFile(dataFolder), 'utf8').catch(() => null)
  if (text === null) return null
  try {
    return units.parse(JSON.parse(text))
  } catch {
    throw new StartFault(
      `${unitsFile(dataFolder)} is damaged. Put it right, or remove it: the units then get new secrets.`,
    )
  }
}

async function writeUnits(dataFolder: string, made: Units) {
  const file = unitsFile(dataFolder)
  await writeFile(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
