import type { Day } from '@kellersonne/core/time/days'
import * as z from 'zod/mini'
import { serverNow } from '../clock/serverClock.ts'
import { sessionOwner } from '../session.ts'
import { storedCopies } from '../stored.ts'

/** Enough for a week and a month of an owner's systems; then those that expire first make room. */
const MOST = 100
const MOST_LETTERS = 65_536

const copy = z.object({ owner: z.string(), at: z.iso.datetime(), answer: z.unknown() })

/** An answer as it was at an instant. */
export type Copy<A> = { readonly answer: A; readonly at: Date }

const parsed = (text: string | null): unknown => {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return null
  }
}

/** Removes copies that have expired, and those that expire first if there are too many. */
function makeRoom(today: string) {
  const names = storedCopies.names().toSorted((a, b) => (a < b ? -1 : 1))
  for (const [i, name] of names.entries())
    if (name < today || i < names.length - MOST + 1) storedCopies.set(name, null)
}

/**
 * Copies of one kind of answer, for when the server is unreachable (SHL-10). `lastDayOf` returns the last day on which
 * the copy for a key may be used, null if none may be kept.
 */
export function createCopies<K extends string, A>(
  kind: string,
  schema: z.ZodMiniType<A>,
  lastDayOf: (key: K) => Day | null,
) {
  let generation = 0
  function nameOf(key: K) {
    const last = lastDayOf(key)
    const today = serverNow().toISOString().slice(0, 10)
    return last === null || last < today ? null : `${last} ${kind} ${key}`
  }
  function store(key: K, owner: string, answer: A) {
    const name = nameOf(key)
    if (name === null) return
    const at = serverNow().toISOString()
    const text = JSON.stringify({ owner, at, answer })
    if (text.length > MOST_LETTERS) return
    makeRoom(at.slice(0, 10))
    storedCopies.set(name, text)
  }
  return {
    /** Resolves as `asked`, and stores its answer, unless somebody else has signed in or copies expired meanwhile. */
    async keep(key: K, asked: Promise<A>): Promise<A> {
      const [owner, mine] = [sessionOwner(), generation]
      const answer = await asked
      if (owner !== null && owner === sessionOwner() && mine === generation) store(key, owner, answer)
      return answer
    },

    /** Removes all copies of this kind: they no longer hold. */
    expireAll() {
      generation += 1
      for (const name of storedCopies.names()) if (name.split(' ')[1] === kind) storedCopies.set(name, null)
    },

    /** Returns the owner's copy; null if there is none or it is unreadable. */
    of(key: K): Copy<A> | null {
      const name = nameOf(key)
      if (name === null) return null
      const read = z.safeParse(copy, parsed(storedCopies.get(name)))
      if (!read.success || read.data.owner !== sessionOwner()) return null
      const answer = z.safeParse(schema, read.data.answer)
      return answer.success ? { answer: answer.data, at: new Date(read.data.at) } : null
    },
  }
}
