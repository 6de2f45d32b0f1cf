import type { FastifyBaseLogger } from 'fastify'
import type { Db, Sql } from '../../platform/db/database.ts'
import { logUnlessUnavailable } from '../../platform/http/send-error.ts'
import { openJob } from '../../platform/jobs/job.ts'
import { counter } from '../../platform/metrics.ts'
import { budgetStore } from './budget-store.ts'
import { WeatherFault, weatherFaults } from './issued.ts'
import type { WeatherSupply } from './provider.ts'
import { type Cell, keyOfCell, placeOfCell, WEATHER_WANTED, weatherStore } from './store.ts'

const POLL_MS = 5000
/** Cells that this process asks for at a time: no provider is asked more often, whatever waits. */
const PARALLEL = 4
/** Longer than a format may take with all its requests. */
const LEASE_MS = 5 * 60_000
const FOLLOW_MS = 60 * 60_000

const outcomes = ['answered', ...weatherFaults] as const
const requests = counter(
  'weather_requests_total',
  'Requests for the weather of a cell, by what became of them.',
  ['outcome'],
  outcomes.map((outcome) => ({ outcome })),
)
const implausible = counter(
  'weather_implausible_values_total',
  'Values of weather forecasts that were left out because they cannot be.',
)

type Due = Cell & { readonly tries: number }

type Deps = {
  readonly db: Db
  readonly log: FastifyBaseLogger
  readonly now: () => Date
  readonly supply: WeatherSupply
}

/**
 * Starts the job that keeps the weather of all cells in which systems stand under an hour old: one request for each cell and
 * hour, spread over the hour. Processes share the cells, and nothing waits for the provider.
 */
export function openWeatherJob({ db, log, now, supply }: Deps, pollMs = POLL_MS) {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const { provider } = supply.source
  const { mostADay } = supply
  let taken: Due[] = []
  let followedAt = Number.NEGATIVE_INFINITY
  let isFailing = false
  let isUsedUp = false
  /** Until when the provider has asked to be left alone, whichever cell it was about. */
  let pausedUntil = 0

  function note(outcome: (typeof outcomes)[number], of: Cell, fault?: WeatherFault) {
    requests.inc({ outcome })
    // A line for each change, not for each of many cells.
    if (fault && !isFailing)
      log.warn({ provider, cell: keyOfCell(of), outcome, fault: fault.message }, 'weather is not answered')
    if (!fault && isFailing) log.info({ provider }, 'weather is answered again')
    isFailing = fault !== undefined
  }

  function noteBudget(now: boolean) {
    if (now && !isUsedUp) log.warn({ provider, mostADay }, 'weather is not asked for: the budget is used up')
    isUsedUp = now
  }

  async function ask(cell: Due) {
    try {
      const issued = await supply.weatherOf(placeOfCell(cell), now(), closing.signal)
      await db.transaction((sql) => weatherStore(sql).put(cell, provider, issued, now()))
      implausible.inc(issued.implausible)
      note('answered', cell)
    } catch (error) {
      if (closing.signal.aborted) return
      if (!(error instanceof WeatherFault)) throw error
      note(error.reason, cell, error)
      if (error.retryMs !== null) pausedUntil = Math.max(pausedUntil, now().getTime() + error.retryMs)
      await weatherStore(db).fail(cell, error.retryMs, now())
    }
  }

  async function take(sql: Sql): Promise<boolean> {
    const store = weatherStore(sql)
    const at = now()
    if (at.getTime() - followedAt >= FOLLOW_MS) {
      await store.follow(at)
      followedAt = at.getTime()
    }
    const free = PARALLEL - underWay.size
    if (free <= 0 || at.getTime() < pausedUntil) return false
    const budget = budgetStore(sql, provider, mostADay)
    const left = await budget.left(at)
    noteBudget(left === 0)
    if (left === 0) return false
    taken = await store.take(Math.min(free, left), at, new Date(at.getTime() + LEASE_MS))
    if (taken.length > 0) await budget.use(taken.length, at)
    return false
  }

  /** Asks only once it is stored that this process does: an answer may come sooner. */
  function askAll() {
    for (const cell of taken.splice(0)) {
      const work = ask(cell)
        .catch(logUnlessUnavailable(log))
        .finally(() => {
          underWay.delete(work)
          job.wake()
        })
      underWay.add(work)
    }
  }

  const job = openJob({
    db,
    log,
    name: 'weather',
    channel: WEATHER_WANTED,
    pollMs,
    work: take,
    onCommitted: askAll,
  })
  return {
    /** Ends requests under way; their cells are asked for again. */
    async close() {
      closing.abort()
      await job.close()
      await Promise.all(underWay)
    },
  }
}
