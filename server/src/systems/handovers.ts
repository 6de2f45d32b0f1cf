import { CLAIM_MS, OBJECTION_MS, PROOF_MS } from '@kellersonne/core/systems/claims'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../platform/db/database.ts'
import { inIsolation } from '../platform/db/in-isolation.ts'
import { failPart, type OnFault, reportFaults } from '../platform/jobs/faults.ts'
import { openJob } from '../platform/jobs/job.ts'
import { type ClaimableSystem, claimStore } from './claim-store.ts'
import { completeClaims, type FindSwitched, type ReceivedMessage } from './confirmation.ts'
import { type DueHandover, handoverStore } from './handover-store.ts'
import { addSystemMail } from './mails.ts'
import { lockOwner } from './owners.ts'
import { OWNERSHIP } from './store.ts'
import { transferOwnership } from './transfer-ownership.ts'

const AT_ONCE = 20
const POLL_MS = 60_000

type Begun = {
  readonly system: ClaimableSystem
  readonly claimant: string
  readonly now: Date
  readonly unitNow: Date
}

/**
 * Begins a hand-over of a system that somebody owns, and mails its owner; if it is under way, the claimant may
 * use the main switch anew. Resolves to the end of the time to object.
 */
export async function beginHandover(sql: Sql, { system, claimant, now, unitNow }: Begun) {
  const { dueAt, isNew } = await handoverStore(sql).begin({
    ...{ system: system.id, claimant, now, unitNow },
    proveBy: new Date(now.getTime() + CLAIM_MS),
    dueAt: new Date(now.getTime() + OBJECTION_MS),
  })
  if (isNew && system.owner !== null)
    await addSystemMail(sql, { kind: 'handover_begun', owner: system.owner, details: { sn: system.sn } }, now)
  return { until: dueAt, contested: false, isNew }
}

/** Ends the hand-over of one of `owner`'s systems, and mails its claimant; resolves to true if there was one. */
export async function objectTo(sql: Sql, sn: SerialNumber, owner: string, now: Date): Promise<boolean> {
  const claimant = await handoverStore(sql).claimantOf(sn, owner)
  if (claimant === undefined) return false
  await lockSides(sql, [{ claimant, owner }])
  const ended = await handoverStore(sql).object(sn, owner, now)
  if (!ended) return false
  await addSystemMail(sql, { kind: 'handover_ended', owner: ended.claimant, details: { sn } }, now)
  return true
}

/**
 * Gives a system a new code, and ends a hand-over that somebody has begun with the one before; resolves to true if there was one, whose
 * claimant is mailed.
 */
export async function replaceCode(
  sql: Sql,
  { id, sn }: Pick<ClaimableSystem, 'id' | 'sn'>,
  hash: Buffer,
  now: Date,
): Promise<boolean> {
  const claims = claimStore(sql)
  const claimantOf = async () => (await claims.findSystems([sn], []))[0]?.handover ?? null
  // Owners before systems. Nobody begins another hand-over once the system is locked.
  const expected = await claimantOf()
  if (expected !== null) await lockOwner(sql, expected)
  await claims.lockSystems([id])
  await claims.putCode(id, hash)
  const claimant = await claimantOf()
  if (claimant === null || !(await handoverStore(sql).cancel(sn, claimant))) return false
  await addSystemMail(sql, { kind: 'handover_ended', owner: claimant, details: { sn } }, now)
  return true
}

/** Locks both sides of hand-overs in the order of their ids; owners are locked before anything that refers to them. */
async function lockSides(sql: Sql, handovers: readonly Pick<DueHandover, 'claimant' | 'owner'>[]) {
  const sides = handovers.flatMap(({ claimant, owner }) => (owner === null ? [claimant] : [claimant, owner]))
  for (const one of [...new Set(sides)].sort()) await lockOwner(sql, one)
}

/** Records the use of the main switch in hand-overs; arguments as for `confirmPendingClaims`. */
export async function proveHandovers(
  sql: Sql,
  received: readonly ReceivedMessage[],
  switched: FindSwitched,
): Promise<void> {
  const waiting = await handoverStore(sql).provable(received)
  if (waiting.length === 0) return
  const done = await switched(waiting)
  for (const { system, received } of waiting)
    if (done.includes(system)) await handoverStore(sql).prove(system, received)
}

/** Transfers systems to their claimants, unless one of the two is gone meanwhile or the hand-over is not due any more. */
async function complete(sql: Sql, handovers: readonly DueHandover[], now: Date): Promise<void> {
  // All owners first, then all systems: locked hand-over by hand-over, they could wait for somebody who waits for them.
  await lockSides(sql, handovers)
  await claimStore(sql).lockSystems(handovers.map(({ system }) => system))
  const due = new Map((await handoverStore(sql).due(now, AT_ONCE)).map((one) => [one.system, one]))
  for (const { system, sn, claimant, owner } of handovers) {
    const still = due.get(system)
    if (still?.claimant !== claimant || still.owner !== owner) continue
    await transferOwnership(sql, { system, sn, owner: claimant }, { by: 'handover', former: owner }, now)
  }
}

/**
 * Completes what is due and ends what has lapsed; resolves to true if there may be more. One that cannot be completed now stays
 * due, and keeps no other from it. Must be called in a transaction.
 */
export async function settleHandovers(sql: Sql, now: Date, onFault: OnFault = failPart): Promise<boolean> {
  const due = await handoverStore(sql).due(now, AT_ONCE)
  const stuck = new Set<DueHandover>()
  await inIsolation(
    sql,
    due,
    (some) => complete(sql, some, now),
    async (one, error) => {
      stuck.add(one)
      onFault(one.system, error)
    },
  )
  for (const { sn, claimant: owner } of await handoverStore(sql).lapse(new Date(now.getTime() - PROOF_MS)))
    await addSystemMail(sql, { kind: 'handover_ended', owner, details: { sn } }, now)
  return due.length === AT_ONCE && stuck.size === 0
}

type Deps = { readonly db: Db; readonly now: () => Date; readonly log: FastifyBaseLogger }
/** Completes hand-overs when they are due, and at once when their owner releases the system; and claims that had to wait. */
export function openHandovers({ db, now, log }: Deps) {
  const onFault = reportFaults(log, 'handovers', 'a hand-over could not be completed')
  return openJob({
    ...{ db, log, name: 'handovers' as const, channel: OWNERSHIP, pollMs: POLL_MS },
    async work(sql) {
      // In a transaction of its own, as a hand-over that takes too long would undo it.
      if (await completeClaims(sql)) return true
      return settleHandovers(sql, now(), onFault)
    },
  })
}
