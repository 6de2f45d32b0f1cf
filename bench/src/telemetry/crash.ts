import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { getHealth } from '@kellersonne/contract/operations/health'
import type { Db } from '@kellersonne/server/platform/db/database'
import { openDays } from '@kellersonne/server/telemetry/sealing/opening'
import { sealedStore } from '@kellersonne/server/telemetry/sealing/store'
import * as z from 'zod/mini'
import { withDatabase } from '../lib/database.ts'
import { type Member, makeFleet } from '../lib/fleet.ts'
import { killFamily } from '../lib/processes.ts'
import { seeded } from '../lib/random.ts'
import { READING_MS, reading } from '../lib/reading.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { resendingUnit } from './resending.ts'

const UNITS = 100
const IN_FLIGHT = 4
const ROUNDS = 10
const SEED = 20_261_121
const LOAD_MS = { least: 500, most: 2500 }
const POLL_MS = 5
const QUARTER_MS = 15 * 60_000
const DAY_MS = 86_400_000
const THOUSANDTHS = 1000

/** Kills the database with all its processes at once, if it is running, like a power cut. */
async function killDatabase(folder: string) {
  const file = join(folder, 'postgres', 'postmaster.pid')
  if (existsSync(file)) await killFamily(Number(readFileSync(file, 'utf8').split('\n')[0]))
}

/** Resolves when the server reports that it is ready. */
async function healthy(url: string) {
  for (;;) {
    const answer = await fetch(url + getHealth.path).catch(() => null)
    if (answer?.ok) return
    await sleep(POLL_MS)
  }
}

const stored = z.object({
  readings: z.number(),
  counted: z.number(),
  gridSum: z.number(),
  pvEnergy: z.number(),
})
type Sums = z.output<typeof stored>

/** Returns the expected sums of a unit's first `sent` readings, over its quarters. */
function expected(start: number, sent: number): Sums {
  const messages = Array.from({ length: sent }, (_, index) => reading(index, start + index * READING_MS))
  const perQuarter = QUARTER_MS / READING_MS
  const steps = messages.filter((_, index) => index % perQuarter !== 0)
  return {
    readings: sent,
    counted: sent,
    gridSum: messages.reduce((sum, { grid_w }) => sum + (grid_w ?? 0) * THOUSANDTHS, 0),
    pvEnergy: steps.length * ((messages[1]?.energy_wh?.pv ?? 0) - (messages[0]?.energy_wh?.pv ?? 0)),
  }
}

const sealedDay = z.object({ system: z.int(), at: z.date() })

/** Opens all days sealed meanwhile, as by a reading that is not stored. Throws if one lacks raw readings. */
const openAll = (db: Db) =>
  db.transaction(async (sql) => {
    const days = await sql.rows(
      sealedDay,
      `select system, start + interval '1 millisecond' as at from sealed_day`,
    )
    await sealedStore(sql).hold(days.map(({ system }) => system))
    const late = days.map((day) => ({ ...day, mayOpen: true }))
    const { opened } = await openDays(sql, late, new Date())
    if (opened.length < days.length)
      throw new Error(`${days.length - opened.length} sealed days lack readings`)
  })

/** Resolves to what is stored of a unit: rows, and sums over its quarters. */
async function sumsOf(db: Db, { id }: Member): Promise<Sums> {
  const [found] = await db.rows(
    stored,
    `select (select count(*) from reading where system = $1) as readings,
       coalesce(sum(readings), 0)::bigint as counted, coalesce(sum(grid_w_sum), 0)::bigint as "gridSum",
       coalesce(sum(pv_wh), 0)::bigint as "pvEnergy"
     from quarter where system = $1`,
    [id],
  )
  if (!found) throw new Error('a sum returned no row')
  return found
}

type Difference = { readonly sn: string; readonly name: keyof Sums; readonly more: number }
const names = ['readings', 'counted', 'gridSum', 'pvEnergy'] as const

/** Returns the sums of a unit that differ from the expected ones. */
const differences = (sn: string, wanted: Sums | undefined, found: Sums | undefined): Difference[] =>
  names
    .map((name) => ({ sn, name, more: (found?.[name] ?? 0) - (wanted?.[name] ?? 0) }))
    .filter(({ more }) => more !== 0)

await onStage(async (stage) => {
  const fleet = await withDatabase(stage.folder, (db) => makeFleet(db, 1001, UNITS))
  const ports = await freePorts()
  const url = `http://127.0.0.1:${ports.http}`
  const start = () => startServer({ ...ports.env, DATA_DIR: stage.folder })
  let server = await start()
  stage.onEnd(() => killDatabase(stage.folder))
  stage.onEnd(() => stop(server))

  let onAck: () => void = () => undefined
  const origin = Math.floor(Date.now() / DAY_MS - 30) * DAY_MS
  const units = fleet.map(({ sn }) =>
    resendingUnit(ports.mqtt, sn, { start: origin, inFlight: IN_FLIGHT, onAck: () => onAck() }),
  )
  const random = seeded(SEED)
  const toHealth: number[] = []
  const toAck: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await sleep(LOAD_MS.least + random() * (LOAD_MS.most - LOAD_MS.least))
    await stop(server, 'SIGKILL')
    if (round % 2 === 1) await killDatabase(stage.folder)
    const began = performance.now()
    const acknowledged = new Promise<void>((done) => {
      onAck = done
    }).then(() => toAck.push(performance.now() - began))
    const well = healthy(url).then(() => toHealth.push(performance.now() - began))
    server = await start()
    await Promise.all([acknowledged, well])
  }
  const sent = await Promise.all(units.map((unit) => unit.finish()))
  await stop(server)

  const wanted = sent.map((count) => expected(origin, count))
  const found = await withDatabase(stage.folder, async (db) => {
    await openAll(db)
    return Promise.all(fleet.map((member) => sumsOf(db, member)))
  })
  const off = fleet.flatMap(({ sn }, i) => differences(sn, wanted[i], found[i]))
  const total = (of: (difference: Difference) => number) => off.reduce((sum, one) => sum + of(one), 0)
  const lost = total(({ name, more }) => (name === 'readings' ? Math.max(0, -more) : 0))
  const doubled = total(({ name, more }) => (name === 'counted' ? Math.max(0, more) : 0))
  const times = (values: readonly number[]) => values.map((value) => value / 1000)
  report(
    `crash: kill -9 in ${ROUNDS} rounds (seed ${SEED}), ${UNITS} units, ${IN_FLIGHT} in flight each; every other round the database too`,
    [
      { name: 'acknowledged readings', value: sent.reduce((a, b) => a + b, 0), unit: '' },
      { name: 'lost', value: lost, unit: '', target: { atMost: 0 } },
      { name: 'doubled', value: doubled, unit: '', target: { atMost: 0 } },
      { name: 'sums of units that are off', value: off.length, unit: '', target: { atMost: 0 } },
      {
        name: 'from start to healthy, longest',
        value: Math.max(...times(toHealth)),
        unit: 's',
        target: { atMost: 5 },
        note: spread(times(toHealth)),
      },
      {
        name: 'from start to first PUBACK, longest',
        value: Math.max(...times(toAck)),
        unit: 's',
        target: { atMost: 5 },
        note: spread(times(toAck)),
      },
    ],
    off.map(({ sn, name, more }) => `${sn}: ${name} ${more > 0 ? '+' : ''}${more}`),
  )
})
