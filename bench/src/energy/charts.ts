// Chart of a year at 15 minutes: compared with the database alone, in a large fleet, and for many owners at once.
import { join } from 'node:path'
import { getGraph } from '@kellersonne/contract/energy/charts'
import { QUARTER_MS } from '@kellersonne/core/time/days'
import { type Db, openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { atOnce } from '../lib/at-once.ts'
import { openSharedDatabase } from '../lib/database.ts'
import { type Member, makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { report, spread } from '../lib/report.ts'
import { DAYS_A_YEAR, daysBefore, sampledDays, sealYear } from '../lib/sampled-year.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { median, percentile } from '../lib/statistics.ts'

const OWNERS = 20
const FEW = 10
const MANY = 10_000
const DAYS_OF_OTHERS = 10
const ROUNDS = 5
const CALLS = 60
const SERIES = 'm2,m4,m5,m6'
const MEASURES = ['grid_w', 'pv_w', 'battery_w', 'soc']

/** Copies the year to the owner's other systems, and ten days to each of `others` more, in the order of sealing. */
async function copyYears(db: Db, [first, ...owned]: readonly Member[], others: number) {
  const { columns } = (await db.row(
    z.object({ columns: z.string() }),
    `select string_agg(attname, ',' order by attnum) as columns from pg_attribute
     where attrelid = 'sealed_day'::regclass and attnum > 1 and not attisdropped`,
  )) ?? { columns: '' }
  await db.run('create table template as table sealed_day')
  await db.run('truncate sealed_day')
  await db.run(
    `insert into sealed_day (system, ${columns})
     select system, ${columns} from (
       select owned.system, template.* from template cross join unnest($2::integer[]) as owned(system)
       where template.system = $1
       union all
       select 1000000 + i, template.* from generate_series(0, $3 - 1) as i
       join template on template.system = $1 and (extract(epoch from start)::bigint / 86400 + i) % ${DAYS_A_YEAR} < ${DAYS_OF_OTHERS}
     ) as every (system, template_system, ${columns}) order by start, system`,
    [first?.id, [first, ...owned].map((one) => one?.id), others],
  )
  await db.run('drop table template')
  await db.run('vacuum analyze sealed_day')
}

/** Stores the data of the response as plain arrays, the minimum that any server would have to query. */
async function plainYear(db: Db, first: Member, now: Date) {
  await db.run(
    `create table plain_day (system integer, start timestamptz, ${MEASURES.map((m) => `${m} integer[]`).join()},
       primary key (system, start))`,
  )
  const draw = sampledDays(7)
  for (const { start, until } of daysBefore(now, DAYS_A_YEAR)) {
    const { folded } = draw(start.getTime(), (until.getTime() - start.getTime()) / QUARTER_MS)
    const means = MEASURES.map((m) => [...(folded[m]?.sum ?? [])].map((sum) => Math.round(sum / 90)))
    await db.run('insert into plain_day values ($1, $2, $3, $4, $5, $6)', [first.id, start, ...means])
  }
  await db.run('vacuum analyze plain_day')
}
const plain = z.object(
  Object.fromEntries(MEASURES.map((m) => [m, z.custom<readonly number[]>(Array.isArray)])),
)

const timed = async (work: () => Promise<unknown>) => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

type Ask = (which: number, encoding?: string) => Promise<{ readonly size: number; readonly encoded: number }>

/** Starts a server with its own database, which holds the owners' years and `others` more systems. */
async function openPlace(stage: Stage, name: string, others: number, now: Date) {
  const { db, env } = await openSharedDatabase({ ...stage, folder: join(stage.folder, name) })
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const fleet = await makeFleet(db, 1, OWNERS)
  const emails = await makeOwners(db, fleet, OWNERS)
  const [first] = fleet
  if (!first) throw new Error('there is no system')
  await sealYear(db, first, now)
  await copyYears(patient, fleet, others)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const owners = await Promise.all(emails.map((email) => signInAs(email, url)))
  const ask: Ask = async (which, encoding = 'identity') => {
    const query = {
      interval: 'Year',
      resolution: 'quarter',
      from_date: `${yearOf(now)}-06-01`,
      series: SERIES,
    }
    const address = `${url}${getGraph.path}?${new URLSearchParams({ sn: fleet[which]?.sn ?? '', ...query })}`
    const headers = { authorization: `Bearer ${owners[which]?.access}`, 'accept-encoding': encoding }
    const answer = await fetch(address, { headers })
    const size = (await answer.arrayBuffer()).byteLength
    return { size, encoded: Number(answer.headers.get('content-length')) }
  }
  return { db, patient, first, ask }
}

const yearOf = (now: Date) => now.getUTCFullYear()

async function play(stage: Stage) {
  const now = new Date()
  const few = await openPlace(stage, 'few', FEW, now)
  const many = await openPlace(stage, 'many', MANY, now)
  await plainYear(few.patient, few.first, now)
  const bare = () =>
    few.db.rows(
      plain,
      `select ${MEASURES.join()} from plain_day where system = $1 and start >= $2 order by start`,
      [few.first.id, `${yearOf(now)}-01-01`],
    )
  const rounds: Record<'floor' | 'alone' | 'crowd' | 'few' | 'many', number>[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const times = { floor: [] as number[], alone: [] as number[], few: [] as number[], many: [] as number[] }
    for (let call = 0; call < CALLS; call += 1) {
      times.floor.push(await timed(bare))
      times.alone.push(await timed(() => few.ask(0)))
      times.few.push(await timed(() => few.ask(call % OWNERS)))
      times.many.push(await timed(() => many.ask(call % OWNERS)))
    }
    const crowd = (await timed(() => atOnce(OWNERS, 3, (which) => few.ask(which)))) / (3 * OWNERS)
    if (round === 0) continue
    const tail = (all: readonly number[]) => percentile(all, 0.99)
    rounds.push({
      ...{ floor: median(times.floor), alone: median(times.alone), crowd },
      ...{ few: tail(times.few), many: tail(times.many) },
    })
  }
  const plainAnswer = await few.ask(0)
  const packed = await few.ask(0, 'gzip')
  const of = (name: keyof (typeof rounds)[number]) => rounds.map((round) => round[name])
  const figure = (name: string, values: readonly number[], unit: string, atMost?: number) => ({
    ...{ name, unit, value: median(values), note: spread(values) },
    ...(atMost !== undefined && { target: { atMost } }),
  })
  const ratio = (
    name: string,
    a: keyof (typeof rounds)[number],
    b: keyof (typeof rounds)[number],
    atMost: number,
  ) =>
    figure(
      name,
      rounds.map((round) => round[a] / round[b]),
      '',
      atMost,
    )
  report(`charts: GET ${getGraph.path}, a year at 15 minutes, four measures`, [
    figure('answer, p50', of('alone'), 'ms'),
    figure('floor: the same numbers by SQL and driver', of('floor'), 'ms'),
    ratio('ratio', 'alone', 'floor', 2),
    {
      ...{
        name: 'on the wire, compressed',
        value: packed.encoded / 1000,
        unit: 'kB',
        target: { atMost: 300 },
      },
      note: `${(plainAnswer.size / 1000).toFixed(0)} kB plain`,
    },
    figure(`p99, ${FEW} systems more`, of('few'), 'ms'),
    figure(`p99, ${MANY} systems more`, of('many'), 'ms'),
    ratio('ratio', 'many', 'few', 1.3),
    figure(`one's share, ${OWNERS} owners at once`, of('crowd'), 'ms'),
    ratio('ratio to one alone', 'crowd', 'alone', 3),
  ])
}

await onStage(play)
