import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { printedCode, readKey } from '@kellersonne/core/systems/keys'
import * as z from 'zod/mini'
import { hashPassword } from '../../identity/accounts/password.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { StartupError } from '../../platform/config.ts'
import type { Db, Sql } from '../../platform/db/database.ts'
import { claimStore } from '../../systems/claim-store.ts'
import { codeKeyOf, newCode, putCode } from '../../systems/codes.ts'
import { newUnitSecret } from '../../systems/new-unit-secret.ts'
import { ownSystemStore } from '../../systems/pairing/own-system-store.ts'
import { systemStore } from '../../systems/store.ts'
import { NEWEST, OLDER, prepareFirmware } from './firmware.ts'

export const owner = { email: 'demo@kellersonne.example', password: 'Sonne-im-Keller-1' } as const
const TIME_ZONE = 'Europe/Berlin'
/** The system whose firmware can be updated. */
const UPDATABLE = '1002'
const owned = [
  { sn: '1001', phase: 1 },
  { sn: UPDATABLE, phase: 2 },
  { sn: '1003', phase: 3 },
] as const
/** Paired by its owner: a gateway in front of simulated devices of three makers. */
const GATEWAY = { sn: '1004', phase: 3, gateway: true } as const
/** Without an owner: for trying the registration. */
const unclaimed = [
  { sn: '2001', phase: 1 },
  { sn: 'KELLER', phase: 2 },
] as const
export const serialNumbers = [...owned, GATEWAY, ...unclaimed].map(({ sn }) => serialNumber.parse(sn))
/** The same word in both languages. */
const GATEWAY_NAME = 'Gateway'
const OWNED_FOR_MS = 400 * 24 * 3_600_000

const unit = z.object({
  sn: serialNumber,
  phase: z.int(),
  secret: z.string(),
  /** The registration code on its sticker. */
  code: z.optional(z.string()),
  /** True if it was created without an owner. */
  fresh: z.optional(z.boolean()),
  /** The firmware versions its chips had when new. */
  versions: z.optional(z.record(z.string(), z.string())),
  /** True for the gateway, which is no unit that is simulated. */
  gateway: z.optional(z.boolean()),
  /** The public key (PEM) whose images it installs. */
  firmwareKey: z.optional(z.string()),
})
const units = z.array(unit)
type Unit = z.output<typeof unit>

/** Returns the file with the simulated units' serial numbers, secrets and codes. */
export const unitsFile = (dataFolder: string) => join(dataFolder, 'demo-units.json')

const newUnits = (withGateway: boolean) =>
  units.parse(
    [...owned, ...(withGateway ? [GATEWAY] : []), ...unclaimed].map((one) => ({
      ...one,
      secret: newUnitSecret(),
    })),
  )

const isFresh = (sn: string) => unclaimed.some((one) => one.sn === sn)
const versionsOf = ({ sn, versions }: Unit) => versions ?? (sn === UPDATABLE ? OLDER : NEWEST)

/**
 * Creates what is missing of the demo: firmware for one system, the demo owner, their three systems, a fourth behind a
 * gateway, and two without an owner (HND-02, GWY-50).
 */
export async function prepareDemo(
  db: Db,
  dataFolder: string,
  secret: Buffer,
  now: Date,
  { withGateway = false } = {},
): Promise<void> {
  const known = await readUnits(dataFolder)
  const missing = newUnits(withGateway).filter(({ sn }) => !known.some((one) => one.sn === sn))
  const firmwareKey = await prepareFirmware(db, dataFolder, now)
  const all = [...known, ...missing].map((one) => ({
    ...one,
    code: one.code ?? printedCode(newCode()),
    fresh: isFresh(one.sn),
    versions: versionsOf(one),
    firmwareKey,
  }))
  // Written first: a unit that is in the file but not in the database is created at the next start.
  if (!isDeepStrictEqual(all, known)) await writeUnits(dataFolder, all)
  await db.transaction(async (sql) => {
    const account = await findOrMakeOwner(sql)
    for (const one of all) {
      const isUnknown = missing.some(({ sn }) => sn === one.sn)
      const { id, isNew } = await putUnit(sql, one, isUnknown, codeKeyOf(secret))
      // A system the demo owner has given up is not claimed again.
      if (one.gateway) await ownSystemStore(sql).adopt(id)
      if (!one.fresh && (isNew || account.isNew)) {
        const since = one.gateway ? now : new Date(now.getTime() - OWNED_FOR_MS)
        await systemStore(sql).claim(id, account.id, since)
        if (one.gateway) await systemStore(sql).rename(id, GATEWAY_NAME)
      }
    }
  })
}

async function findOrMakeOwner(sql: Sql) {
  const accounts = accountStore(sql)
  const known = await accounts.byEmail(owner.email)
  if (known) return { id: known.id, isNew: false }
  const made = await accounts.create(owner.email, await hashPassword(owner.password), 'de')
  if (made === null) throw new Error('the demo owner could not be made')
  return { id: made, isNew: true }
}

/** Keeps a code that was issued since: the one on the sticker is then invalid, unless the unit is new. */
async function putUnit(
  sql: Sql,
  { sn, phase, secret, code, gateway }: Unit,
  isUnknown: boolean,
  codeKey: Buffer,
) {
  const isNew = (await systemStore(sql).find(sn)) === undefined
  const id = await systemStore(sql).put({ sn, phase, secret, timeZone: TIME_ZONE })
  if (gateway) return { id, isNew }
  const [claimable] = await claimStore(sql).findSystems([sn], [])
  const read = code === undefined ? null : readKey(code)
  if ((isUnknown || !claimable?.hash) && read && 'kind' in read && read.kind === 'code')
    await putCode(sql, codeKey, id, read.code)
  return { id, isNew }
}

export async function readUnits(dataFolder: string): Promise<Unit[]> {
  const text = await readFile(unitsFile(dataFolder), 'utf8').catch(() => null)
  if (text === null) return []
  try {
    return units.parse(JSON.parse(text))
  } catch {
    throw new StartupError(
      `${unitsFile(dataFolder)} is damaged. Put it right, or remove it: the units then get new secrets.`,
    )
  }
}

async function writeUnits(dataFolder: string, made: readonly Unit[]) {
  const file = unitsFile(dataFolder)
  await writeFile(`${file}.new`, JSON.stringify(made, null, 2), { mode: 0o600 })
  await rename(`${file}.new`, file)
}
