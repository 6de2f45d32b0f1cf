import { setTimeout as sleep } from 'node:timers/promises'

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000
/**
 * How many secrets from one address are checked immediately per window: wrong ones of all units together, and wrong
 * or unanswered ones for one unit. A unit that has already signed in from there may try more often.
 */
const FAST = { ofAddress: 200, ofUnit: 10, ofKnown: 200 }
const TURN_MS = 500
/** How many attempts of an address are checked in one turn, and how many may wait for it. */
const A_TURN = 64
const MAX_WAITING = 256
const MAX_KNOWN = 100_000

/** The attempt was dropped unchecked: too many from there are already waiting for their turn. */
export class DroppedAttempt extends Error {}

type Waiting = {
  readonly sn: string
  readonly look: () => Promise<void>
  readonly drop: () => void
}

/** Counts the wrong secrets of an address, and those for each unit from there, including attempts in progress. */
function openCount(now: () => Date) {
  const tries = new Map<string, number>()
  let windowEnds = 0
  const of = (key: string) => tries.get(key) ?? 0
  const pair = (address: string, sn: string) => `${address} ${sn}`

  return {
    /** Counts an attempt; returns true if it is among the first few. */
    begin(address: string, sn: string, isKnown: boolean): boolean {
      if (now().getTime() >= windowEnds || tries.size > MAX_KEYS) {
        tries.clear()
        windowEnds = now().getTime() + WINDOW_MS
      }
      tries.set(pair(address, sn), of(pair(address, sn)) + 1)
      const most = isKnown ? FAST.ofKnown : FAST.ofUnit
      return of(address) < FAST.ofAddress && of(pair(address, sn)) <= most
    },
    fail: (address: string) => tries.set(address, of(address) + 1),
    /** Uncounts an attempt whose secret was not wrong. */
    takeBack: (address: string, sn: string) =>
      tries.set(pair(address, sn), Math.max(0, of(pair(address, sn)) - 1)),
  }
}

/** Returns one attempt per unit, then a second of each, and so on; in each round, `known` units come first. */
function inFairOrder(waiting: readonly Waiting[], known: (sn: string) => boolean): Waiting[] {
  const before = new Map<string, number>()
  const placed = waiting.map((one) => {
    const round = before.get(one.sn) ?? 0
    before.set(one.sn, round + 1)
    return { one, place: 2 * round + (known(one.sn) ? 0 : 1) }
  })
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one)
}

/** Resolves to the id of the unit if its secret is right, or null. */
type Authenticate = () => Promise<number | null>
type Deps = {
  readonly now: () => Date
  /** Resolves at the next turn. */
  readonly nextTurn?: () => Promise<unknown>
}

/**
 * Checks units' secrets. After some wrong ones in a minute, attempts from the same address are checked in turns and
 * answered with that delay: guessing is slow and costs little, and the right secret still gets in, wherever others
 * guess. Rejects with `DroppedAttempt` if even that is too much.
 */
export function openSecretThrottle({ now, nextTurn = () => sleep(TURN_MS) }: Deps) {
  const count = openCount(now)
  const lines = new Map<string, Waiting[]>()
  /** Units that have signed in, with their address. */
  const known = new Set<string>()
  const isKnown = (address: string) => (sn: string) => known.has(`${address} ${sn}`)

  function remember(key: string) {
    known.delete(key)
    known.add(key)
    for (const oldest of known) {
      if (known.size <= MAX_KNOWN) return
      known.delete(oldest)
    }
  }
  async function takeTurns(address: string) {
    for (let line = lines.get(address); line && line.length > 0; line = lines.get(address)) {
      await nextTurn()
      const waiting = inFairOrder(lines.get(address) ?? [], isKnown(address))
      lines.set(address, [])
      for (const { drop } of waiting.splice(A_TURN)) drop()
      for (const { look } of waiting) await look()
    }
    lines.delete(address)
  }
  function join(address: string, one: Waiting) {
    const line = lines.get(address)
    if (!line) {
      lines.set(address, [one])
      void takeTurns(address)
    } else if (line.push(one) > MAX_WAITING) {
      const admitted = inFairOrder(line, isKnown(address))
      for (const { drop } of admitted.splice(A_TURN)) drop()
      lines.set(address, admitted)
    }
  }
  const lookInTurn = (address: string, sn: string, authenticate: Authenticate) =>
    new Promise<number | null>((resolve, reject) =>
      join(address, {
        sn,
        look: () => authenticate().then(resolve, reject),
        drop: () => reject(new DroppedAttempt('too many attempts')),
      }),
    )

  return async (address: string, sn: string, authenticate: Authenticate): Promise<number | null> => {
    const isFirst = count.begin(address, sn, isKnown(address)(sn))
    const look = isFirst ? authenticate() : lookInTurn(address, sn, authenticate)
    const system = await look.catch((error: unknown) => {
      count.takeBack(address, sn)
      throw error
    })
    if (system === null) count.fail(address)
    else {
      count.takeBack(address, sn)
      remember(`${address} ${sn}`)
    }
    return system
  }
}
