// A correction over a year: made, previewed and read, compared with reading the same year as it was measured.
import { getGraph } from '@kellersonne/contract/energy/charts'
import { makeCorrection, previewCorrection, undoCorrection } from '@kellersonne/contract/energy/corrections'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { report, spread } from '../lib/report.ts'
import { DAYS_A_YEAR, daysBefore, sealYear } from '../lib/sampled-year.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'

const ROUNDS = 15

async function play(stage: Stage) {
  const now = new Date()
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1, 1)
  const [email = ''] = await makeOwners(db, fleet, 1)
  const [first] = fleet
  if (!first) throw new Error('there is no system')
  await sealYear(db, first, now)
  const days = daysBefore(now, DAYS_A_YEAR)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const { access } = await signInAs(email, url)

  async function ask(path: string, form?: Record<string, string>): Promise<unknown> {
    const body = form && new URLSearchParams(form)
    const headers = { authorization: `Bearer ${access}` }
    const answer = await fetch(url + path, { headers, ...(body && { method: 'POST', body }) })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}`)
    return answer.json()
  }
  const year = { sn: first.sn, interval: 'Year', method: 'sum', series: 'm4,load,energies,flows' }
  const chart = () =>
    ask(`${getGraph.path}?${new URLSearchParams({ ...year, from_date: `${now.getUTCFullYear()}-06-01` })}`)
  const correction = {
    ...{ sn: first.sn, kind: 'implausible', counter: 'pv' },
    from: days[0]?.start.toISOString() ?? '',
    until: days.at(-1)?.until.toISOString() ?? '',
  }
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    await work()
    return performance.now() - began
  }

  const rounds: Record<'floor' | 'made' | 'preview', number>[] = []
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floor = await timed(chart)
    const preview = await timed(() => ask(previewCorrection.path, correction))
    let made: unknown
    const folded = await timed(async () => {
      made = await ask(makeCorrection.path, correction)
      await chart()
    })
    const { id } = makeCorrection.response.parse(made)
    await ask(undoCorrection.path.replace('{id}', id), {})
    if (round > 0) rounds.push({ floor, made: folded, preview })
  }
  const figure = (name: string, values: readonly number[], unit: string, atMost?: number) => ({
    ...{ name, unit, value: median(values), note: spread(values) },
    ...(atMost !== undefined && { target: { atMost } }),
  })
  const of = (name: keyof (typeof rounds)[number]) => rounds.map((round) => round[name])
  const ratios = (name: 'made' | 'preview') => rounds.map((round) => round[name] / round.floor)
  report('corrections: a year of PV declared implausible', [
    figure('floor: the year’s energies and flows as measured', of('floor'), 'ms'),
    figure('made, and the year read again', of('made'), 'ms', 2000),
    figure('ratio', ratios('made'), ''),
    figure('previewed', of('preview'), 'ms', 2000),
    figure('ratio', ratios('preview'), ''),
  ])
}

await onStage(play)
