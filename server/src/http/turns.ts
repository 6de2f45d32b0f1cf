import type { Writable } from 'node:stream'
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
}
type Owner = { busy: boolean; readonly waiting: (() => void)[] }
type Reply = { readonly raw: Pick<Writable, 'closed' | 'once' | 'off'> }
type Call = { readonly caller: Pick<Caller, 'owner'>; readonly reply: Reply }

/**
 * Turns at what is costly: one at a time for an owner, until the answer is taken, and owners one after the other, so
 * that nobody waits for what somebody else asks again and again.
 */
export function openTurns({ atOnce, each, all, retryAfter, untilSent = false }: Bounds) {
  const owners = new Map<string, Owner>()
  let working = 0
  let waiting = 0

  function next() {
    for (const [name, owner] of owners) {
      if (working >= atOnce) return
      const begin = owner.busy ? undefined : owner.waiting.shift()
      if (!begin) continue
      // Behind all others.
      owners.delete(name)
      owners.set(name, owner)
      owner.busy = true
      working += 1
      waiting -= 1
      begin()
    }
  }

  function leave(name: string, owner: Owner) {
    owner.busy = false
    if (owner.waiting.length === 0) owners.delete(name)
    next()
  }

  /** Throws too_many_attempts, or unavailable where it is the others who are too many. */
  async function enter(name: string, { raw }: Reply): Promise<Owner> {
    const owner: Owner = owners.get(name) ?? { busy: false, waiting: [] }
    const own = owner.waiting.length + Number(owner.busy)
    const isFree = own === 0 && working < atOnce
    if (!isFree && own > each) throw new Refusal('too_many_attempts', { retryAfter })
    if (!isFree && waiting >= all) throw new Refusal('unavailable', { retryAfter })
    owners.set(name, owner)
    waiting += 1
    await new Promise<void>((resolve, reject) => {
      function begin() {
        raw.off('close', giveUp)
        resolve()
      }
      function giveUp() {
        owner.waiting.splice(owner.waiting.indexOf(begin), 1)
        waiting -= 1
        if (!owner.busy && owner.waiting.length === 0) owners.delete(name)
        // Nobody is there to read it.
        reject(new Refusal('too_many_attempts', { retryAfter }))
      }
      owner.waiting.push(begin)
      raw.once('close', giveUp)
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
        const owner = await enter(caller.owner, reply)
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
          void sent.then(() => {
            if (untilSent) done()
            leave(caller.owner, owner)
          })
        }
      },
  }
}
export type Turns = ReturnType<typeof openTurns>
