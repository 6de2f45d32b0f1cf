import { setTimeout as sleep } from 'node:timers/promises'

const WINDOW_MS = 60_000
const MAX_KEYS = 10_000
/**
 * Secrets from one address in a window that are looked at as they come: wrong ones of all units together, and wrong or
 * unanswered ones for one unit. Who has got in from there before may ask much at once.
 */
const FAST = { ofAddress: 200, ofUnit: 10, ofKnown: 200 }
const TURN_MS = 500
/** How many of an address are looked at in one turn, and how many may wait for it. */
const A_TURN = 64
const MAX_WAITING = 256
const MAX_KNOWN = 100_000

/** Too many from there wait for their turn already: it was not looked at. */
export class Unseen extends Error {}

type Waiting = {
  readonly sn: string
  readonly look: () => Promise<void>
  readonly drop: () => void
}

/** Wrong secrets from an address; those for a unit from there, with those that are being looked at. */
function openCount(now: () => Date) {
  const tries = new Map<string, number>()
  let windowEnds = 0
  const of = (key: string) => tries.get(key) ?? 0
  const pair = (address: string, sn: string) => `${address} ${sn}`

  return {
    /** Whether this is among the first few. */
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
    /** It was no wrong secret. */
    takeBack: (address: string, sn: string) =>
      tries.set(pair(address, sn), Math.max(0, of(pair(address, sn)) - 1)),
  }
}

/** One of each unit, then a second of each, and so on; of these, who is `known` comes first. */
function inFairOrder(waiting: readonly Waiting[], known: (sn: string) => boolean): Waiting[] {
  const before = new Map<string, number>()
  const placed = waiting.map((one) => {
    const round = before.get(one.sn) ?? 0
    before.set(one.sn, round + 1)
    return { one, place: 2 * round + (known(one.sn) ? 0 : 1) }
  })
  return placed.sort((a, b) => a.place - b.place).map(({ one }) => one)
}

type Deps = {
  /** The id of the unit with this secret, or null. */
  readonly authenticate: (sn: string, secret: string) => Promise<number | null>
  readonly now: () => Date
  /** Resolves when it is the next turn. */
  readonly nextTurn?: () => Promise<unknown>
}

/**
 * Looks at units' secrets. After some wrong ones in a minute those from the same address are looked at in turns, and
 * answered as late: guessing is slow and costs little, and the right one still gets in, wherever others guess.
 * Rejects with Unseen where even that is too much.
 */
export function openAttempts({ authenticate, now, nextTurn = () => sleep(TURN_MS) }: Deps) {
  const count = openCount(now)
  const lines = new Map<string, Waiting[]>()
  /** Units that have got in, each with the address. */
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
      const kept = inFairOrder(line, isKnown(address))
      for (const { drop } of kept.splice(A_TURN)) drop()
      lines.set(address, kept)
    }
  }
  const lookInTurn = (address: string, sn: string, secret: string) =>
    new Promise<number | null>((resolve, reject) =>
      join(address, {
        sn,
        look: () => authenticate(sn, secret).then(resolve, reject),
        drop: () => reject(new Unseen('too many attempts')),
      }),
    )

  return async (address: string, sn: string, secret: string): Promise<number | null> => {
    const isFirst = count.begin(address, sn, isKnown(address)(sn))
    const look = isFirst ? authenticate(sn, secret) : lookInTurn(address, sn, secret)
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
