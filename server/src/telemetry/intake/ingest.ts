import { setTimeout as sleep } from 'node:timers/promises'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Received } from '../../platform/broker/topics.ts'
import { isStatementTimeout, isTooSlow, sqlStateOf } from '../../platform/db/database.ts'
import { InvariantError } from '../../platform/invariant.ts'
import { type Item, refused } from './batch.ts'
import { openBudget, RAISED, STATES_A_DAY } from './budget.ts'
import { itemsOf, refusal } from './parse.ts'
import type { MayOpen } from './too-old.ts'
import { codesIn, REOPENING, workOf } from './work.ts'
import type { Written } from './write.ts'
import { openWriteQueues } from './write-queues.ts'

/** How long the first item of a batch waits for more. */
const GATHER_MS = 4
const RETRY_MS = { first: 20, longest: 2000 }
/** Attempts before an error in our code, or a lock, is blamed on the data. */
const TRIES = 5

/** One item on its way to the database, with its callbacks. */
type Waiting = {
  readonly item: Item
  readonly received: Received
  /** What storing it takes, as by `workOf`. */
  readonly work: number
  /** Tokens charged until it is known what storing it costs. */
  readonly deposit: number
  /** How often the unit had been forgiven what it owes when it was charged. */
  readonly forgiven: number
  /** A sealed day may be opened for it. */
  readonly mayOpen: boolean
  readonly stored: () => void
  readonly dropped: (error: Error) => void
}

type Deps = {
  /** Stores the batch, without what it postpones, or nothing; resolves to what units are charged for besides. */
  readonly store: (batch: readonly Item[], mayOpen: MayOpen) => Promise<Written>
  readonly now: () => Date
  /** Called each time a batch could not be stored and will be retried after `pause` ms. */
  readonly onRetry?: (error: unknown, pause: number) => void
  /** Called with the error for each message that makes our code throw. */
  readonly onFault?: (error: unknown) => void
  /** Called for each message of a unit that is over budget. */
  readonly onOverBudget?: (received: Received, outcome: 'slowed' | 'refused') => void
}

/** True if the data itself is at fault: SQLSTATE classes 21, 22, 23 and 54. Retrying will not help. */
const isFaultOfData = (error: unknown) => /^(21|22|23|54)/.test(sqlStateOf(error) ?? '')
const faultsOfCode = [TypeError, RangeError, SyntaxError, InvariantError, z.core.$ZodError]
/** Our code fails on the data, if it happens repeatedly. */
const isFaultOfCode = (error: unknown) => faultsOfCode.some((fault) => error instanceof fault)

/** A state may raise all of its messages: units must not be ahead of their budget while states wait to be stored. */
const depositOf = (item: Item) => (item.kind === 'state' ? RAISED * codesIn(item.state) : 0)
const bytesOf = ({ payload, bytes = payload.length }: Received) => bytes

/** Parses a message into items. One that makes our code throw is refused, without affecting any other message. */
function read(received: Received, receivedAt: Date, onFault: (error: unknown) => void): Item[] {
  try {
    return itemsOf(received, receivedAt)
  } catch (error) {
    onFault(error)
    return [refusal(received, receivedAt, refused('unstorable'))]
  }
}

/**
 * Batches messages from units and stores them. `take` resolves once all items of a message are stored, refused ones
 * as refusals. While the database is unavailable it stays pending and nothing is lost. It rejects if ingest is closed
 * meanwhile, or if a refusal itself cannot be stored.
 */
export function openIngest({ store, now, onRetry, onFault = () => undefined, onOverBudget }: Deps) {
  const lanes = openWriteQueues<Waiting>()
  const budget = openBudget(now)
  /** Units that are forgiven what they owe once they send something. */
  const toForgive = new Set<SerialNumber>()
  const writing = new Set<Promise<void>>()
  /** When each batch that is being stored was first tried, in ms. */
  const triedSince = new Map<readonly Waiting[], number>()
  const closing = new AbortController()
  let timer: NodeJS.Timeout | undefined

  function flush() {
    clearTimeout(timer)
    timer = undefined
    for (let batch = lanes.next(); batch; batch = lanes.next()) write(batch)
  }

  function write(batch: NonNullable<ReturnType<typeof lanes.next>>) {
    const work = persist(batch.waiting).finally(() => {
      writing.delete(work)
      lanes.done(batch)
      flush()
    })
    writing.add(work)
  }

  /** Returns the items to store for a message. Messages of a unit that ignores being slowed down are not parsed. */
  function itemsWithin(received: Received): Item[] {
    const { system } = received
    const bytes = bytesOf(received)
    const present = now()
    const at = present.getTime()
    if (toForgive.delete(received.sn)) budget.forgive(system)
    const receivedAt = received.receivedAt ?? present
    function refuse(limit: number | null = null) {
      onOverBudget?.(received, 'refused')
      return [refusal(received, receivedAt, refused('over_budget', null, limit))]
    }
    if (budget.isOverdrawn(system, at)) return refuse()
    const items = read(received, receivedAt, onFault)
    budget.spend(system, items.length, bytes, at)
    if (budget.isUsedUp(system, at)) onOverBudget?.(received, 'slowed')
    const isExcess = items.some(({ kind }) => kind === 'state') && !budget.mayKeepState(system, bytes)
    return isExcess ? refuse(STATES_A_DAY) : items
  }

  /**
   * Charges units for what a stored batch really cost, and gives the deposits back. What is to open a sealed day waits in
   * its unit's backlog, with the work that takes, so that it holds up no live data of others.
   */
  function settle(batch: readonly Waiting[], { costs, postponed }: Written) {
    const former = new Set<number>()
    for (const { item, deposit, forgiven } of batch)
      if (forgiven !== budget.timesForgiven(item.system)) former.add(item.system)
      else if (deposit > 0) budget.charge(item.system, -deposit)
    for (const [system, cost] of costs) if (!former.has(system)) budget.charge(system, cost)
    const opens = new Map<Item, boolean>(postponed.map((one) => [one.item, one.opens]))
    for (const one of batch) {
      const mayOpen = opens.get(one.item)
      if (mayOpen === undefined) one.stored()
      else lanes.postpone({ ...one, mayOpen, work: mayOpen ? REOPENING : one.work })
    }
  }

  async function persist(batch: readonly Waiting[]): Promise<void> {
    triedSince.set(batch, now().getTime())
    const outcome = await attempt(batch)
    triedSince.delete(batch)
    if (!(outcome instanceof Error)) settle(batch, outcome)
    else if (closing.signal.aborted) for (const { dropped } of batch) dropped(outcome)
    else await separate(batch, outcome.cause)
  }

  function storeAll(batch: readonly Waiting[]): Promise<Written> {
    const opening = new Set(batch.filter(({ mayOpen }) => mayOpen).map(({ item }) => item))
    return store(
      batch.map(({ item }) => item),
      (item) => opening.has(item),
    )
  }

  /** Stores a batch, however long the database is unavailable; resolves to an error if the batch is at fault. */
  async function attempt(batch: readonly Waiting[]): Promise<Written | Error> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await storeAll(batch)
      } catch (error) {
        const again = tries >= TRIES && (isFaultOfCode(error) || isTooSlow(error))
        // A statement that was too slow will be again; a lock may be free.
        const poison = isFaultOfData(error) || isStatementTimeout(error) || again
        if (poison || closing.signal.aborted) return new Error('not stored', { cause: error })
        const pause = Math.min(RETRY_MS.first * 2 ** (tries - 1), RETRY_MS.longest)
        onRetry?.(error, pause)
        await sleep(pause, undefined, { signal: closing.signal }).catch(() => undefined)
      }
    }
  }

  /**
   * Bisects a batch until the item that cannot be stored is isolated, and refuses that item. One that takes the
   * database too long may be sound: it is queued again where it holds up no live data.
   */
  async function separate(batch: readonly Waiting[], cause: unknown): Promise<void> {
    const [first] = batch
    if (batch.length > 1) {
      const middle = Math.ceil(batch.length / 2)
      await persist(batch.slice(0, middle))
      await persist(batch.slice(middle))
    } else if (first && isTooSlow(cause)) lanes.postpone(first)
    else if (first?.item.kind === 'refusal') first.dropped(new Error('a refusal cannot be stored'))
    else if (first)
      await persist([
        { ...first, item: refusal(first.received, first.item.receivedAt, refused('unstorable')) },
      ])
  }

  return {
    take(received: Received): Promise<void> {
      if (closing.signal.aborted) return Promise.reject(new Error('ingest is closed'))
      const items = itemsWithin(received)
      return new Promise((resolve, reject) => {
        let left = items.length
        const stored = () => {
          left -= 1
          if (left === 0) resolve()
        }
        const message = items.map((item) => ({
          item,
          received,
          work: workOf(item, bytesOf(received)),
          deposit: depositOf(item),
          forgiven: budget.timesForgiven(received.system),
          mayOpen: false,
          stored,
          dropped: reject,
        }))
        for (const { deposit } of message) if (deposit > 0) budget.charge(received.system, deposit)
        if (lanes.add(received.system, message)) flush()
        else timer ??= setTimeout(flush, GATHER_MS)
      })
    },

    /** Returns the ms for which nothing more should be read from a unit. */
    rest: budget.rest,

    /** Ends what a unit owes, also for what is being stored: it has a new secret, and whoever had the former one may have sent that. */
    forgive: (sn: SerialNumber): void => void toForgive.add(sn),

    /** Returns the ms for which a batch has been tried in vain, the longest; while all is stored at once, a few. */
    stalledMs: (): number => Math.max(0, now().getTime() - Math.min(...triedSince.values())),

    /** Stops taking messages and writes those already taken, if the database is available. */
    async close(): Promise<void> {
      closing.abort()
      flush()
      while (writing.size > 0) await Promise.all(writing)
    },
  }
}
export type Ingest = ReturnType<typeof openIngest>
