import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { hashPassword } from '@kellersonne/server/identity/accounts/password'
import { accountStore } from '@kellersonne/server/identity/accounts/store'
import type { Db } from '@kellersonne/server/platform/db/database'
import { systemStore } from '@kellersonne/server/systems/store'

export const SECRET = 'a secret as long and random as that of a real unit'
export const PASSWORD = 'Sonne-im-Keller-1'
const TIME_ZONE = 'Europe/Berlin'
const OWNED_FOR_MS = 400 * 86_400_000

/** A unit in the database. */
export type Member = { readonly id: number; readonly sn: SerialNumber }

/** Creates units with the serial numbers `first`, `first` + 1 and so on. */
export async function makeFleet(
  db: Db,
  first: number,
  count: number,
  timeZone = TIME_ZONE,
): Promise<Member[]> {
  const members: Member[] = []
  for (let i = 0; i < count; i += 1) {
    const sn = serialNumber.parse(String(first + i))
    const id = await systemStore(db).put({ sn, phase: (i % 3) + 1, timeZone, secret: SECRET })
    members.push({ id, sn })
  }
  return members
}

/** Creates owners, numbered from `first` on, distributes the units evenly among them, and resolves to their addresses. */
export async function makeOwners(
  db: Db,
  fleet: readonly Member[],
  count: number,
  first = 0,
): Promise<string[]> {
  const passwordHash = await hashPassword(PASSWORD)
  const share = fleet.length / count
  const since = new Date(Date.now() - OWNED_FOR_MS)
  const emails: string[] = []
  for (let i = 0; i < count; i += 1) {
    const email = `owner-${first + i}@kellersonne.example`
    const owner = await accountStore(db).create(email, passwordHash, 'de')
    if (owner === null) throw new Error(`${email} is there already`)
    for (const { id } of fleet.slice(i * share, (i + 1) * share))
      await systemStore(db).claim(id, owner, since)
    emails.push(email)
  }
  return emails
}
