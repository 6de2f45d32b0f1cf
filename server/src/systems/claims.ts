import type { Claim as WireClaim } from '@kellersonne/contract/systems'
import {
  byUnitsClock,
  CLAIM_MS,
  type ClaimOutcome,
  judgeClaim,
  type Standing,
} from '@kellersonne/core/claims'
import { type Key, printedCode, readKey } from '@kellersonne/core/keys'
import type { SerialNumber } from '@kellersonne/core/systems'
import { accountStore } from '../accounts/store.ts'
import type { Sql } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'
import { readingStore } from '../readings/store.ts'
import { claimStore, type SystemStanding } from './claim-store.ts'
import { hashCode, isSameHash } from './codes.ts'
import { give } from './giving.ts'

/** What became of one key; `until` is when a pending claim lapses, `sn` null where the key stands for nothing. */
export type Claim = {
  readonly key: Key
  readonly sn: SerialNumber | null
  readonly outcome: ClaimOutcome
  readonly until: Date | null
}

/** The keys that texts stand for which the contract has let through. */
export const keysOf = (texts: readonly string[]): Key[] =>
  texts.map((text) => {
    const key = readKey(text)
    if ('fault' in key) throw new Error('a key was not checked')
    return key
  })

export const claimToWire = ({ key, sn, outcome, until }: Claim): WireClaim => ({
  key: key.kind === 'sn' ? key.sn : printedCode(key.code),
  sn,
  outcome,
  until: until?.toISOString() ?? null,
})

const standingOf = ({ owner, claimant, until }: SystemStanding): Standing => ({
  owner,
  waiting: claimant && until ? { owner: claimant, until } : null,
})

/** What owners do with serial numbers and registration codes. */
export function claims(sql: Sql, codeKey: Buffer) {
  const store = claimStore(sql)

  /** The system each key stands for, in the order of the keys. */
  async function resolve(keys: readonly Key[]): Promise<(SystemStanding | undefined)[]> {
    const hashes = keys.map((key) => (key.kind === 'code' ? hashCode(codeKey, key.code) : null))
    const found = await store.standings(
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

  /** Makes a key's claim of a system that nobody else can change. */
  async function claimOne(key: Key, owner: string, now: Date): Promise<Claim> {
    const [system] = await resolve([key])
    if (!system) return { key, sn: null, outcome: 'unknown', until: null }
    const { id, sn } = system
    const outcome = judgeClaim(key.kind, standingOf(system), owner, now)
    const lost = outcome === 'claimed' && !(await give(sql, { system: id, sn, owner }, now))
    const until = outcome === 'pending' ? await wait(system, owner, now) : null
    return { key, sn, outcome: lost ? 'taken' : outcome, until }
  }

  /** Until when an owner has to switch a system's unit: as long as when they first asked. */
  async function wait({ id, claimant, until: lapses }: SystemStanding, owner: string, now: Date) {
    if (claimant === owner && lapses !== null && lapses > now) return lapses
    const [latest] = await readingStore(sql).latest([id])
    const said = [latest?.reading_at, latest?.state_at].filter((at) => at instanceof Date)
    const saidAt = new Date(Math.max(...said.map((at) => at.getTime())))
    const last = latest?.heard_at && said.length > 0 ? { heardAt: latest.heard_at, saidAt } : null
    const until = new Date(now.getTime() + CLAIM_MS)
    await store.wait({ system: id, owner, askedAt: now, unitAskedAt: byUnitsClock(now, last), until })
    return until
  }

  return {
    /** What would become of each key, for an owner or for somebody without an account. Changes nothing. */
    async judge(keys: readonly Key[], owner: string | null, now: Date): Promise<ClaimOutcome[]> {
      const systems = await resolve(keys)
      return keys.map((key, i) => {
        const system = systems[i]
        return system ? judgeClaim(key.kind, standingOf(system), owner, now) : 'unknown'
      })
    },

    /**
     * Makes what keys stand for an owner's; what became of each, in their order. To be called in a transaction.
     * Throws session_required where the owner is gone.
     */
    async make(keys: readonly Key[], owner: string, now: Date): Promise<Claim[]> {
      if ((await accountStore(sql).hold(owner)) === undefined) throw new Refusal('session_required')
      const systems = await resolve(keys)
      await store.hold(systems.flatMap((system) => (system ? [system.id] : [])))
      const made = new Map<Key, Claim>()
      // Codes first: with one, its system's serial number has nothing to wait for.
      for (const key of keys.toSorted((a, b) => (a.kind < b.kind ? -1 : 1)))
        made.set(key, await claimOne(key, owner, now))
      return keys.flatMap((key) => made.get(key) ?? [])
    },

    /** What an owner waits for. */
    pendingOf: (owner: string, now: Date) => store.waitingOf(owner, now),
  }
}
