import type { Claim as WireClaim } from '@kellersonne/contract/systems/systems'
import {
  CLAIM_MS,
  type ClaimedSystem,
  type ClaimOutcome,
  judgeClaim,
  MAX_PENDING_CLAIMS,
  toUnitTime,
} from '@kellersonne/core/systems/claims'
import { type Key, printedCode, readKey } from '@kellersonne/core/systems/keys'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Sql } from '../platform/db/database.ts'
import { ApiError } from '../platform/http/api-error.ts'
import { invariant } from '../platform/invariant.ts'
import { readingStore } from '../telemetry/readings/store.ts'
import { type ClaimableSystem, claimStore, type PendingClaim } from './claim-store.ts'
import { hashCode, isSameHash } from './codes.ts'
import { beginHandover } from './handovers.ts'
import { lockOwner } from './owners.ts'
import { transferOwnership } from './transfer-ownership.ts'

/**
 * The outcome for one key. `wait` is set if the claim is pending, or begins a hand-over, which `until` ends the time to
 * object to; `isNew` if it began with this call. `sn` is null for an unknown code.
 */
export type Claim = {
  readonly key: Key
  readonly sn: SerialNumber | null
  readonly outcome: ClaimOutcome
  readonly wait: (Pick<PendingClaim, 'until' | 'contested'> & { readonly isNew: boolean }) | null
}

/** Parses keys that the contract has already validated. */
export const keysOf = (texts: readonly string[]): Key[] =>
  texts.map((text) => {
    const key = readKey(text)
    invariant(!('fault' in key), 'claims: a key was not validated')
    return key
  })

export const claimToWire = ({ key, sn, outcome, wait }: Claim): WireClaim => ({
  key: key.kind === 'sn' ? key.sn : printedCode(key.code),
  sn,
  outcome,
  until: wait?.until.toISOString() ?? null,
  contested: wait?.contested ?? false,
})

const systemOf = ({
  owner,
  since,
  bySwitch,
  handedOn,
  formers,
  ...rest
}: ClaimableSystem): ClaimedSystem => ({
  ...rest,
  ownership: owner && since ? { owner, since, bySwitch: bySwitch === true, handedOn, formers } : null,
})

const NO_SYSTEM = 0
/** How often an owner may give a system up, and claim it again, within this time: each ownership is kept for ever. */
const AGAIN = { most: 10, withinMs: 7 * 86_400_000 }
const isCode = ({ kind }: Key) => kind === 'code'

/** Claims systems by serial number or registration code. */
export function claims(sql: Sql, codeKey: Buffer) {
  const store = claimStore(sql)

  /** Resolves to the system of each key, in the order of the keys. */
  async function resolve(keys: readonly Key[]): Promise<(ClaimableSystem | undefined)[]> {
    const hashes = keys.map((key) => (key.kind === 'code' ? hashCode(codeKey, key.code) : null))
    const found = await store.findSystems(
      keys.flatMap((key) => (key.kind === 'sn' ? [key.sn] : [])),
      hashes.filter((hash) => hash !== null),
    )
    return keys.map((key, i) => {
      const hash = hashes[i]
      return found.find((one) =>
        key.kind === 'sn' ? one.sn === key.sn : hash && one.hash && isSameHash(one.hash, hash),
      )
    })
  }

  /** Claims the system for this key. The caller holds its row lock. `held`: the owners whose rows are locked. */
  async function claimOne(key: Key, owner: string, held: readonly string[], now: Date): Promise<Claim> {
    const [system] = await resolve([key])
    const sn = system?.sn ?? (key.kind === 'sn' ? key.sn : null)
    const outcome = judgeClaim(key.kind, system ? systemOf(system) : null, owner, now)
    if (outcome === 'pending' || outcome === 'handover' || outcome === 'claimed')
      await limitAgain(system, owner, now)
    if (outcome === 'pending' && sn !== null)
      return { key, sn, outcome, wait: await wait(sn, system, owner, now) }
    // Only of an owner whose row is locked: one who has just become it is written to in the wrong order of locks.
    if (outcome === 'handover' && !(system?.owner && held.includes(system.owner)))
      return { key, sn, outcome: 'taken', wait: null }
    if (outcome === 'handover' && system) {
      const handover = { system, claimant: owner, now, unitNow: await unitTime(system, now) }
      return { key, sn, outcome, wait: await beginHandover(sql, handover) }
    }
    if (outcome === 'yours' && key.kind === 'code' && system) await store.proveByCode(system.id)
    if (outcome !== 'claimed' || !system) return { key, sn, outcome, wait: null }
    const means = { by: 'code', former: system.owner } as const
    const isHeld = means.former === null || held.includes(means.former)
    const transferred =
      isHeld && (await transferOwnership(sql, { system: system.id, sn: system.sn, owner }, means, now))
    return { key, sn, outcome: transferred ? 'claimed' : 'taken', wait: null }
  }

  /** Throws `ApiError` too_many_attempts. Looks for an end in any case, as `unitTime` does for a unit. */
  async function limitAgain(system: ClaimableSystem | undefined, owner: string, now: Date) {
    const end = await store.nthEnd(system?.id ?? NO_SYSTEM, owner, AGAIN.most)
    const waitMs = end ? end.getTime() + AGAIN.withinMs - now.getTime() : 0
    if (waitMs > 0) throw new ApiError('too_many_attempts', { retryAfter: Math.ceil(waitMs / 1000) })
  }

  /** Resolves to the pending claim; asking again does not extend it. Throws `ApiError` too_many_waits. */
  async function wait(sn: SerialNumber, system: ClaimableSystem | undefined, owner: string, now: Date) {
    const waits = await store.waitingOf(owner, now)
    const same = waits.find((one) => one.sn === sn)
    if (same) return { ...same, isNew: false }
    const [first] = waits
    if (first && waits.length >= MAX_PENDING_CLAIMS) {
      const retryAfter = Math.ceil((first.until.getTime() - now.getTime()) / 1000)
      throw new ApiError('too_many_waits', { retryAfter })
    }
    const unitAskedAt = await unitTime(system, now)
    const until = new Date(now.getTime() + CLAIM_MS)
    return { ...(await store.wait({ sn, owner, askedAt: now, unitAskedAt, until })), isNew: true }
  }

  /** Resolves to `now` by the clock of the system's unit. Looks for one in any case, as the time it takes must tell nothing. */
  const unitTime = async (system: ClaimableSystem | undefined, now: Date) =>
    toUnitTime(now, await lastReportOf(system?.id ?? NO_SYSTEM))

  async function lastReportOf(system: number) {
    const [latest] = await readingStore(sql).latest([system])
    const reported = [latest?.reading_at, latest?.state_at].filter((at) => at instanceof Date)
    const reportedAt = new Date(Math.max(...reported.map((at) => at.getTime())))
    return latest?.heard_at && reported.length > 0 ? { receivedAt: latest.heard_at, reportedAt } : null
  }

  return {
    /** Resolves to the outcome claiming each key would have, for an owner or a visitor (null). Changes nothing. */
    async judge(keys: readonly Key[], owner: string | null, now: Date): Promise<ClaimOutcome[]> {
      const systems = await resolve(keys)
      return keys.map((key, i) => {
        const system = systems[i]
        return judgeClaim(key.kind, system ? systemOf(system) : null, owner, now)
      })
    },

    /**
     * Claims the systems of these keys for an owner; resolves to the outcomes, in the order of the keys. Must be
     * called in a transaction. Throws `ApiError` session_required if the owner is gone, too_many_waits if they have
     * too many pending claims, too_many_attempts if they have given one of these systems up too often.
     */
    async make(keys: readonly Key[], owner: string, now: Date): Promise<Claim[]> {
      const systems = await resolve(keys)
      // Locks owners before systems, ordered by id, as claim confirmation does.
      const formers = keys.flatMap((key, i) => (key.kind === 'code' ? (systems[i]?.owner ?? []) : []))
      const held: string[] = []
      for (const one of [...new Set([owner, ...formers])].sort())
        if ((await lockOwner(sql, one)) !== undefined) held.push(one)
      if (!held.includes(owner)) throw new ApiError('session_required')
      await store.lockNumbers(keys.flatMap((key) => (key.kind === 'sn' ? [key.sn] : [])))
      await store.lockSystems(systems.flatMap((system) => (system ? [system.id] : [])))
      const made = new Map<Key, Claim>()
      // Codes first: once a code has claimed the system, its serial number need not wait.
      for (const key of [...keys.filter(isCode), ...keys.filter((key) => !isCode(key))])
        made.set(key, await claimOne(key, owner, held, now))
      return keys.flatMap((key) => made.get(key) ?? [])
    },

    /** Resolves to an owner's pending claims. */
    pendingOf: (owner: string, now: Date) => store.waitingOf(owner, now),
  }
}
