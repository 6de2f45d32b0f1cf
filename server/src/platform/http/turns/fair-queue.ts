import type { Writable } from 'node:stream'
import { ApiError } from '../api-error.ts'
import { openPartyQueue, type PartyQueue } from './party-queue.ts'

type Bounds = {
  /** How many calls run at once. */
  readonly atOnce: number
  /** How many of these are kept for owners without a penalty; default none. */
  readonly reserved?: number
  /** How many calls of one owner run at once; default one. */
  readonly ofOne?: number
  /** How many calls of one owner may wait; any more are refused. */
  readonly each: number
  /** How many calls of all owners may wait. */
  readonly all: number
  readonly retryAfter: number
  /**
   * If true, an owner's next call begins as soon as the previous result is ready, for responses that cost nothing
   * after that: one that its client does not read, or that waits behind another on its connection, delays nobody.
   */
  readonly untilMade?: boolean
  /**
   * The penalty of an owner, at best 0. The lowest goes first; in a full queue, the highest gives way. Without it all
   * are equal.
   */
  readonly demerits?: (owner: string) => number
}
type Waiting = { readonly begin: (turn: Turn) => void; readonly giveUp: () => void }
type Owner = { busy: number; readonly line: PartyQueue<Waiting> }
/** `isPenalized`: its owner had a penalty when it began. */
type Turn = { readonly owner: Owner; readonly isPenalized: boolean }
export type Reply = { readonly raw: Pick<Writable, 'closed' | 'once' | 'off'> }
/**
 * `party`: one of several parties that count as one owner here. They take turns, and none fills the owner's queue for
 * the others.
 */
export type Call = {
  readonly caller: { readonly owner: string; readonly party?: string | undefined }
  readonly reply: Reply
  /** Called when the turn begins; rejects if the caller must not go on, as their session has ended while they waited. */
  readonly recheck?: (() => Promise<unknown>) | undefined
}

/**
 * Gives up a call's turn while it waits for a third party, and takes another one afterwards. If the wait fails, the
 * call goes on without a turn.
 */
export type Aside = <T>(wait: () => Promise<T>) => Promise<T>

const turnTaking = new WeakSet<object>()
/** True if a handler has turns of its own. */
export const isQueued = (handler: object): boolean => turnTaking.has(handler)
/** Returns the handler, marked as having turns of its own, or as one that must never wait. */
export function withOwnTurns<H extends object>(handler: H): H {
  turnTaking.add(handler)
  return handler
}

/**
 * Queues expensive calls: a few at a time per owner, each until its response is sent, and owners in turn, so that
 * nobody has to wait for somebody else's repeated calls.
 */
export function openFairQueue({
  atOnce,
  reserved = 0,
  ofOne = 1,
  each,
  all,
  retryAfter,
  untilMade = false,
  demerits = () => 0,
}: Bounds) {
  const owners = new Map<string, Owner>()
  let working = 0
  let penalized = 0
  let waiting = 0

  const hasRoom = (name: string) => working < atOnce && (demerits(name) <= 0 || penalized < atOnce - reserved)

  function begin(name: string, owner: Owner): Turn {
    const isPenalized = demerits(name) > 0
    owner.busy += 1
    working += 1
    if (isPenalized) penalized += 1
    return { owner, isPenalized }
  }

  /** Returns the waiting owner to run next: the lowest penalty, of equals the one whose last turn is longest ago. */
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
      if (!best || !hasRoom(best[0])) return
      const [name, owner] = best
      const first = owner.line.next()
      if (!first) return
      // Moves the owner behind all equals.
      owners.delete(name)
      owners.set(name, owner)
      waiting -= 1
      first.begin(begin(name, owner))
    }
  }

  /**
   * In a full queue, returns the owner whose last call makes room for one of `name`'s, which already has `own` calls;
   * undefined if nobody's does.
   */
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

  /** Throws `ApiError` too_many_attempts, or unavailable if the queue is full of others' calls. */
  async function enter({ owner: name, party = '' }: Call['caller'], { raw }: Reply): Promise<Turn> {
    const owner: Owner = owners.get(name) ?? { busy: 0, line: openPartyQueue() }
    if (owner.busy < ofOne && owner.line.length() === 0 && hasRoom(name)) {
      owners.set(name, owner)
      return begin(name, owner)
    }
    // Made only when it is thrown: its stack trace costs more than the turn.
    const tooMany = () => new ApiError('too_many_attempts', { retryAfter })
    if (owner.line.length() + Math.min(owner.busy, 1) > each) {
      const last = owner.line.giveWay(party)
      if (!last) throw tooMany()
      last.giveUp()
    }
    if (waiting >= all) {
      const last = leastDeserving(name, owner.line.length())?.line.last()
      if (!last) throw new ApiError('unavailable', { retryAfter })
      last.giveUp()
    }
    owners.set(name, owner)
    waiting += 1
    return new Promise<Turn>((resolve, reject) => {
      const one = {
        begin(turn: Turn) {
          raw.off('close', one.giveUp)
          resolve(turn)
        },
        giveUp() {
          raw.off('close', one.giveUp)
          owner.line.leave(party, one)
          waiting -= 1
          if (owner.busy === 0 && owner.line.length() === 0) owners.delete(name)
          // Only reaches a caller that had to give way; one that has disconnected does not read it.
          reject(tooMany())
        },
      }
      owner.line.join(party, one)
      raw.once('close', one.giveUp)
      next()
    })
  }

  /** Runs `work` when it is the caller's turn. A caller that disconnects before loses its turn. */
  async function run<A>({ caller, reply, recheck }: Call, work: (aside: Aside) => Promise<A>): Promise<A> {
    let turn: Turn | undefined = await enter(caller, reply)
    /** `isSent`: the next call of the owner need not wait for this one's response. */
    function end(isSent: boolean) {
      if (!turn) return
      const { owner, isPenalized } = turn
      turn = undefined
      working -= 1
      if (isPenalized) penalized -= 1
      next()
      const leaveNow = () => leave(caller.owner, owner)
      if (isSent || reply.raw.closed) leaveNow()
      else reply.raw.once('close', leaveNow)
    }
    try {
      await recheck?.()
      return await work(async (wait) => {
        end(true)
        const result = await wait()
        turn = await enter(caller, reply)
        return result
      })
    } finally {
      end(untilMade)
    }
  }

  return {
    run,
    /** Returns a handler whose calls wait for their turn. */
    inTurn<C extends Call, A>(handler: (call: C) => Promise<A>) {
      return withOwnTurns((call: C): Promise<A> => run(call, () => handler(call)))
    },
  }
}
