// Compares charts, CSV files and calendar of recorded households with plain sums. RECORDINGS is their folder.
import { getCalendar } from '@kellersonne/contract/energy/calendar'
import { getGraph } from '@kellersonne/contract/energy/charts'
import { toGraphData } from '@kellersonne/contract/energy/graph-data'
import { dayOf } from '@kellersonne/core/time/days'
import { createSealing } from '@kellersonne/server/telemetry/sealing/job'
import { dataColumns } from '@kellersonne/web/features/energy/charts/columns'
import { csvPieces } from '@kellersonne/web/features/energy/charts/csv'
import { loadNamespaces, setLanguage, textsOf } from '@kellersonne/web/platform/i18n/i18n'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { type Figure, report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { connectUnit } from '../lib/unit.ts'
import { type Recording, recordings } from './recordings.ts'
import {
  intervalsOf,
  NOTHING,
  plainSums,
  plus,
  publish,
  readingsOf,
  type Totals,
  totalNames,
  totalsOf,
} from './replaying.ts'

const TIME_ZONE = 'Europe/Berlin'
const DAYS = 370

type Sums = ReadonlyMap<string, Totals>
/** Resolves to the response of a call about one system. */
type Ask = (path: string, query: Record<string, string>) => Promise<unknown>

/** Groups sums by the first `length` characters of their days: 7 = months, 4 = years. */
function grouped(sums: Sums, length: number): Sums {
  const groups = new Map<string, Totals>()
  for (const [day, totals] of sums)
    groups.set(day.slice(0, length), plus(groups.get(day.slice(0, length)) ?? NOTHING, totals))
  return groups
}

async function graphOf(ask: Ask, query: Record<string, string>) {
  const answer = await ask(getGraph.path, { method: 'sum', series: 'm2,m4,m5,load,energies', ...query })
  return toGraphData(getGraph.response.parse(answer))
}

/** Resolves to the energies in charts, by the start of each step. */
async function charted(ask: Ask, interval: 'Month' | 'Year', dates: Iterable<string>, length: number) {
  const steps = new Map<string, Totals>()
  for (const date of dates) {
    const { edges, series, energies } = await graphOf(ask, { interval, from_date: date })
    const { feedIn = [], ...counted } = energies ?? {}
    const reported = { ...counted, feed_in: feedIn, house: series.get('load')?.values }
    edges.slice(0, -1).forEach((edge, i) => {
      const step = dayOf(new Date(edge), TIME_ZONE).slice(0, length)
      steps.set(
        step,
        totalsOf((name) => reported[name]?.[i] ?? 0),
      )
    })
  }
  return steps
}

/** Resolves to the sums of the columns of the portal's CSV file for a year at 15 minutes. */
async function exported(ask: Ask, years: Iterable<string>): Promise<Sums> {
  const sums = new Map<string, Totals>()
  const t = textsOf('en', 'charts')
  for (const year of years) {
    const query = { interval: 'Year', resolution: 'quarter', from_date: `${year}-01-01` }
    const data = await graphOf(ask, query)
    const columns = dataColumns({ data, other: null, shown: ['pv', 'grid', 'battery', 'load'] }, null, t)
    const sheet = { timeName: 'time', columns, starts: data.edges.slice(0, -1), timeZone: data.timeZone }
    const [, ...lines] = [...csvPieces(sheet, 'en')].join('').trimEnd().split('\r\n')
    const rows = lines.map((line) => line.split(','))
    const sum = (column: number) => rows.reduce((all, row) => all + Number(row[column] || 0), 0)
    sums.set(
      year,
      totalsOf((name) => sum(csvColumns.indexOf(name) + 1)),
    )
  }
  return sums
}
/** In the order of the file, after the time. */
const csvColumns = ['pv', 'import', 'feed_in', 'discharge', 'charge', 'house']

/** Resolves to the energies in the calendar, by day and by month. */
async function noted(ask: Ask, months: Iterable<string>) {
  const days = new Map<string, Totals>()
  const totals = new Map<string, Totals>()
  for (const month of months) {
    const answer = await ask(getCalendar.path, { from_date: `${month}-01` })
    const reported = getCalendar.response.parse(answer)
    for (const balance of reported.days)
      days.set(
        balance.day,
        totalsOf((name) => balance[name] ?? 0),
      )
    totals.set(
      month,
      totalsOf((name) => reported.total[name] ?? 0),
    )
  }
  return { days, totals }
}

const isWhole = (plain: Sums) =>
  [...plain.values()].every((totals) => totalNames.every((name) => Number.isInteger(totals[name])))

/** Returns the largest difference of any energy in any step, and how many were compared. */
function compared(name: string, reported: Sums, plain: Sums): Figure {
  const steps = [...new Set([...reported.keys(), ...plain.keys()])]
  const off = steps.flatMap((step) =>
    totalNames.map((one) =>
      Math.abs((reported.get(step) ?? NOTHING)[one] - (plain.get(step) ?? NOTHING)[one]),
    ),
  )
  return {
    name,
    value: Math.max(...off),
    unit: 'Wh',
    note: `${plain.size} compared`,
    ...(isWhole(plain) && { target: { atMost: 0 } }),
  }
}

async function differences(ask: Ask, plain: Sums): Promise<Figure[]> {
  const [months, years] = [grouped(plain, 7), grouped(plain, 4)]
  const starts = [...months.keys()].map((month) => `${month}-01`)
  const calendar = await noted(ask, months.keys())
  return [
    compared('chart: days of the months', await charted(ask, 'Month', starts, 10), plain),
    compared('chart: months of the years', await charted(ask, 'Year', starts, 7), months),
    compared('CSV: years at 15 minutes', await exported(ask, years.keys()), years),
    compared('calendar: days', calendar.days, plain),
    compared('calendar: months', calendar.totals, months),
  ]
}

const kilowattHours = (sums: Sums) => {
  const totals = [...sums.values()].reduce(plus, NOTHING)
  return totalNames.map((name) => `${name} ${(totals[name] / 1000).toFixed(3)}`).join(', ')
}

type House = { readonly recording: Recording; readonly plain: Sums; readonly ask: Ask }

async function replay(houses: readonly House[], how: string) {
  for (const { recording, plain, ask } of houses)
    report(
      `replay: ${recording.name}, ${how}, largest differences from plain sums`,
      await differences(ask, plain),
      [
        `plain sums in kWh: ${kilowattHours(plain)}`,
        ...(isWhole(plain)
          ? []
          : ['Recorded in fractions of a Wh; counters report whole ones, and the house is made of five.']),
      ],
    )
}

async function play(stage: Stage, found: readonly Recording[]) {
  const now = Date.now()
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1, found.length)
  const emails = await makeOwners(db, fleet, found.length)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const houses: House[] = []
  for (const [i, recording] of found.entries()) {
    const [sn, email] = [fleet[i]?.sn, emails[i]]
    if (!sn || !email) throw new Error('there is no system')
    const intervals = intervalsOf(recording, DAYS, now)
    const unit = await connectUnit(ports.mqtt, sn)
    await publish(unit, readingsOf(intervals))
    unit.end()
    const { access } = await signInAs(email, url)
    const ask: Ask = async (path, query) => {
      const address = `${url}${path}?${new URLSearchParams({ sn, ...query })}`
      return (await fetch(address, { headers: { authorization: `Bearer ${access}` } })).json()
    }
    houses.push({ recording, plain: plainSums(intervals, TIME_ZONE), ask })
  }
  await replay(houses, 'as it came')
  const sealDays = createSealing()
  while (await db.transaction((sql) => sealDays(sql, new Date())));
  await replay(houses, 'sealed')
}

const folder = process.env['RECORDINGS']
const found = folder === undefined ? [] : await recordings(folder)
if (found.length === 0) {
  console.error('RECORDINGS must name a folder of recorded households.')
  process.exit(1)
}
await setLanguage('en')
await loadNamespaces('charts')
await onStage((stage) => play(stage, found))
