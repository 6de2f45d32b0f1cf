import type { Writable } from 'node:stream'
import { type Line, openLine } from './connection/line.ts'
import type { Caller } from './mount.ts'
import { Refusal } from './refusal.ts'

type Bounds = {
  /** How many are worked on at once, each for another owner. */
  readonly atOnce: number
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
}
type Waiting = { readonly begin: () => void; readonly giveUp: () => void }
type Owner = { busy: boolean; readonly line: Line<Waiting> }
type Reply = { readonly raw: Pick<Writable, 'closed' | 'once' | 'off'> }
/** `party`: which of those that are one owner here. They take turns, and none fills the owner's line for the others. */
type Call = {
  readonly caller: Pick<Caller, 'owner'> & { readonly party?: string | undefined }
  readonly reply: Reply
}

/**
 * Turns at what is costly: one at a time for an owner, until the answer is taken, and owners one after the other, so
 * that nobody waits for what somebody else asks again and again.
 */
export function openTurns({ atOnce, each, all, retryAfter, untilSent = false, untilMade = false }: Bounds) {
  const owners = new Map<string, Owner>()
  let working = 0
  let waiting = 0

  function next() {
    for (const [name, owner] of owners) {
      if (working >= atOnce) return
      const first = owner.busy ? undefined : owner.line.next()
      if (!first) continue
      // Behind all others.
      owners.delete(name)
      owners.set(name, owner)
      owner.busy = true
      working += 1
      waiting -= 1
      first.begin()
    }
  }

  function leave(name: string, owner: Owner) {
    owner.busy = false
    if (owner.line.length() === 0) owners.delete(name)
    next()
  }

  /** Throws too_many_attempts, or unavailable where it is the others who are too many. */
  async function enter({ owner: name, party = '' }: Call['caller'], { raw }: Reply): Promise<Owner> {
    const owner: Owner = owners.get(name) ?? { busy: false, line: openLine() }
    const own = owner.line.length() + Number(owner.busy)
    const isFree = own === 0 && working < atOnce
    const tooMany = new Refusal('too_many_attempts', { retryAfter })
    if (!isFree && own > each) {
      const last = owner.line.giveWay(party)
      if (!last) throw tooMany
      last.giveUp()
    }
    if (!isFree && waiting >= all) throw new Refusal('unavailable', { retryAfter })
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
          if (!owner.busy && owner.line.length() === 0) owners.delete(name)
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

  return {
    /** A handler whose calls wait for their turn. A caller who goes away before it comes has none. */
    inTurn:
      <C extends Call, A>(handler: (call: C) => Promise<A>) =>
      async (call: C): Promise<A> => {
        const { caller, reply } = call
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
          return await handler(call)
        } finally {
          if (!untilSent) done()
          if (untilMade) leave(caller.owner, owner)
          else
            void sent.then(() => {
              if (untilSent) done()
              leave(caller.owner, owner)
            })
        }
      },
  }
}
export type Turns = ReturnType<typeof openTurns>
