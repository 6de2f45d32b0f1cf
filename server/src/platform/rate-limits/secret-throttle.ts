import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000
/**
 * How many secrets from one address are checked immediately per window: wrong ones of all units together, and wrong
 * or unanswered ones for one unit. The same for every unit: otherwise the delay would tell which ones exist.
 */
const FAST = { ofAddress: 200, ofUnit: 10 }
const TURN_MS = 500
/** How many attempts of an address may wait for its turn, in which all of them are checked. */
const MAX_WAITING = 1000

/** The attempt gave way unchecked: too many from there are waiting for their turn. */
export class DroppedAttempt extends Error {}

/** Who wants to sign in as which unit. */
export type Credentials = { readonly sn: string; readonly secret: string }
/** The id of a unit whose secret is right, or null. */
type Found = number | null

type Deps<A> = {
  /** Resolves to what it found for each attempt, in the same order, at the cost of one look-up. */
  readonly look: (attempts: readonly A[], address: string) => Promise<readonly Found[]>
  readonly now: () => Date
  /** Resolves at the next turn. */
  readonly nextTurn?: () => Promise<unknown>
}

/** Counts the wrong secrets of an address, and those for each unit from there, including attempts in progress. */
function openCount(now: () => Date) {
  const tries = new Map<string, number>()
  let windowEnds = 0
  const of = (key: string) => tries.get(key) ?? 0
  const pair = (address: string, sn: string) => `${address} ${sn}`

  return {
    /** Counts an attempt; returns true if it is among the first few. */
    begin(address: string, sn: string): boolean {
      if (now().getTime() >= windowEnds || tries.size > MAX_KEYS) {
        tries.clear()
        windowEnds = now().getTime() + WINDOW_MS
      }
      tries.set(pair(address, sn), of(pair(address, sn)) + 1)
      return of(address) < FAST.ofAddress && of(pair(address, sn)) <= FAST.ofUnit
    },
    fail: (address: string) => tries.set(address, of(address) + 1),
    /** Uncounts an attempt whose secret was not wrong. */
    takeBack: (address: string, sn: string) =>
      tries.set(pair(address, sn), Math.max(0, of(pair(address, sn)) - 1)),
  }
}

/** Has attempts wait for the turn of their address, in which all of them share one look-up. */
function openLines<A>({ look, nextTurn }: Required<Omit<Deps<A>, 'now'>>) {
  type Waiting = {
    readonly attempt: A
    readonly resolve: (found: Found) => void
    readonly reject: (error: unknown) => void
  }
  const lines = new Map<string, Waiting[]>()

  async function takeTurns(address: string, line: Waiting[]) {
    while (line.length > 0) {
      await nextTurn()
      const turn = line.splice(0)
      try {
        const attempts = turn.map(({ attempt }) => attempt)
        const found = await look(attempts, address)
        for (const [i, { resolve }] of turn.entries()) resolve(found[i] ?? null)
      } catch (error) {
        for (const { reject } of turn) reject(error)
      }
    }
    lines.delete(address)
  }

  return (address: string, attempt: A) =>
    new Promise<Found>((resolve, reject) => {
      const line = lines.get(address) ?? []
      // A random one: who comes first or last would be up to whoever sends the most.
      if (line.length >= MAX_WAITING)
        line.splice(randomInt(line.length), 1)[0]?.reject(new DroppedAttempt('too many attempts'))
      line.push({ attempt, resolve, reject })
      if (lines.has(address)) return
      lines.set(address, line)
      void takeTurns(address, line)
    })
}

/**
 * Checks units' secrets. After some wrong ones in a minute, attempts from the same address are checked together, twice a
 * second, and answered with that delay: guessing costs little, and the right secret waits behind no wrong one. Resolves
 * to null for a wrong secret; rejects as `look` does, or with `DroppedAttempt` if even that is too much.
 */
export function openSecretThrottle<A extends Credentials>(deps: Deps<A>) {
  const { look, now, nextTurn = () => sleep(TURN_MS) } = deps
  const count = openCount(now)
  const lookInTurn = openLines({ look, nextTurn })
  const lookNow = async (address: string, attempt: A) => (await look([attempt], address))[0] ?? null

  return async (address: string, attempt: A): Promise<Found> => {
    const isFirst = count.begin(address, attempt.sn)
    const looked = isFirst ? lookNow(address, attempt) : lookInTurn(address, attempt)
    const system = await looked.catch((error: unknown) => {
      count.takeBack(address, attempt.sn)
      throw error
    })
    if (system === null) count.fail(address)
    else count.takeBack(address, attempt.sn)
    return system
  }
}
