import type { Writable } from 'node:stream'
import { ApiError } from './api-error.ts'
import { type Line, openLine } from './connection/line.ts'

type Bounds = {
  /** How many are worked on at once. */
  readonly atOnce: number
  /** How many of one owner are worked on at once; one, if not said. */
  readonly ofOne?: number
  /** How many of one owner may wait; one more is too many. */
  readonly each: number
  /** How many of all owners may wait. */
  readonly all: number
  readonly retryAfter: number
  /** Whether one that is sent while it is made counts as worked on until it has been taken. */
  readonly untilSent?: boolean
  /**
   * Whether an owner's next begins as soon as one is made, for what costs nothing after that: an answer that its caller
   * does not take, or that waits behind another on its connection, keeps nobody waiting.
   */
  readonly untilMade?: boolean
  /**
   * How little an owner deserves a turn, at best 0. Who deserves it most comes first; in a full line, who deserves it least
   * gives way. Without it all are equal.
   */
  readonly demerits?: (owner: string) => number
}
type Waiting = { readonly begin: () => void; readonly giveUp: () => void }
type Owner = { busy: number; readonly line: Line<Waiting> }
type Reply = { readonly raw: Pick<Writable, 'closed' | 'once' | 'off'> }
/** `party`: which of those that are one owner here. They take turns, and none fills the owner's line for the others. */
type Call = {
  readonly caller: { readonly owner: string; readonly party?: string | undefined }
  readonly reply: Reply
}

const turnTaking = new WeakSet<object>()
/** Whether a handler's calls wait for turns of its own. */
export const takesTurns = (handler: object): boolean => turnTaking.has(handler)

/**
 * Turns at what is costly: a few at a time for an owner, until the answer is taken, and owners one after the other, so
 * that nobody waits for what somebody else asks again and again.
 */
export function openTurns({
  atOnce,
  ofOne = 1,
  each,
  all,
  retryAfter,
  untilSent = false,
  untilMade = false,
  demerits = () => 0,
}: Bounds) {
  const owners = new Map<string, Owner>()
  let working = 0
  let waiting = 0

  /** Of those who wait, the one who deserves the next turn: of equals, who has had none for the longest. */
  function mostDeserving(): [string, Owner] | undefined {
    let best: [string, Owner] | undefined
    for (const [name, owner] of owners) {
      if (owner.busy >= ofOne || owner.line.length() === 0) continue
      if (!best || demerits(name) < demerits(best[0])) best = [name, owner]
    }
    return best
  }

  function next() {
    while (working < atOnce && waiting > 0) {
      const best = mostDeserving()
      if (!best) return
      const [name, owner] = best
      const first = owner.line.next()
      if (!first) return
      // Behind all equals.
      owners.delete(name)
      owners.set(name, owner)
      owner.busy += 1
      working += 1
      waiting -= 1
      first.begin()
    }
  }

  /** In a full line: whose last call makes room for one of `name`'s, which has `own` already; undefined where nobody's. */
  function leastDeserving(name: string, own: number): Owner | undefined {
    const rank = (one: string, count: number) => [demerits(one), count] as const
    const isWorse = (a: readonly [number, number], b: readonly [number, number]) =>
      a[0] > b[0] || (a[0] === b[0] && a[1] > b[1])
    let worst: { readonly owner: Owner; readonly rank: readonly [number, number] } | undefined
    for (const [other, owner] of owners) {
      const its = rank(other, owner.line.length())
      if (its[1] > 0 && (!worst || isWorse(its, worst.rank))) worst = { owner, rank: its }
    }
    return worst && isWorse(worst.rank, rank(name, own + 1)) ? worst.owner : undefined
  }

  function leave(name: string, owner: Owner) {
    owner.busy -= 1
    if (owner.busy === 0 && owner.line.length() === 0) owners.delete(name)
    next()
  }

  /** Throws too_many_attempts, or unavailable where it is the others who are too many. */
  async function enter({ owner: name, party = '' }: Call['caller'], { raw }: Reply): Promise<Owner> {
    const owner: Owner = owners.get(name) ?? { busy: 0, line: openLine() }
    if (owner.busy < ofOne && owner.line.length() === 0 && working < atOnce) {
      owners.set(name, owner)
      owner.busy += 1
      working += 1
      return owner
    }
    const tooMany = new ApiError('too_many_attempts', { retryAfter })
    if (owner.line.length() + Math.min(owner.busy, 1) > each) {
      const last = owner.line.giveWay(party)
      if (!last) throw tooMany
      last.giveUp()
    }
    if (waiting >= all) {
      const last = leastDeserving(name, owner.line.length())?.line.last()
      if (!last) throw new ApiError('unavailable', { retryAfter })
      last.giveUp()
    }
    owners.set(name, owner)
    waiting += 1
    await new Promise<void>((resolve, reject) => {
      const one = {
        begin() {
          raw.off('close', one.giveUp)
          resolve()
        },
        giveUp() {
          raw.off('close', one.giveUp)
          owner.line.leave(party, one)
          waiting -= 1
          if (owner.busy === 0 && owner.line.length() === 0) owners.delete(name)
          // Read by who had to give way; who has gone away does not.
          reject(tooMany)
        },
      }
      owner.line.join(party, one)
      raw.once('close', one.giveUp)
      next()
    })
    return owner
  }

  /** Does `work` when the turn of its caller has come. A caller who goes away before it comes has none. */
  async function run<A>({ caller, reply }: Call, work: () => Promise<A>): Promise<A> {
    const owner = await enter(caller, reply)
    const sent = new Promise<void>((resolve) => {
      if (reply.raw.closed) resolve()
      else reply.raw.once('close', resolve)
    })
    const done = () => {
      working -= 1
      next()
    }
    try {
      return await work()
    } finally {
      if (!untilSent) done()
      if (untilMade) leave(caller.owner, owner)
      else
        void sent.then(() => {
          if (untilSent) done()
          leave(caller.owner, owner)
        })
    }
  }

  return {
    run,
    /** A handler whose calls wait for their turn. */
    inTurn<C extends Call, A>(handler: (call: C) => Promise<A>) {
      const inTurn = (call: C): Promise<A> => run(call, () => handler(call))
      turnTaking.add(inTurn)
      return inTurn
    },
  }
}
export type Turns = ReturnType<typeof openTurns>
