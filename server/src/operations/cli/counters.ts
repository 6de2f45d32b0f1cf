import { serialNumber } from '@kellersonne/core/systems/systems'
import { lastQuarterEnd } from '@kellersonne/core/telemetry/readings'
import type { Command } from 'commander'
import * as z from 'zod/mini'
import type { Sql } from '../../platform/db/database.ts'
import { type StoredSystem, systemStore } from '../../systems/store.ts'
import { type FoundStep, stepsWithin } from '../../telemetry/readings/counter-steps.ts'
import { addCommand, type Context, cannot, type Job } from './command.ts'
import { table } from './table.ts'

const DAYS = 7
const DAY_MS = 86_400_000
const MOST = 100
/** Few enough that the server beside this hardly notices. */
const SYSTEMS_A_PART = 20

async function systemsNamed(sql: Sql, sn: string | undefined): Promise<StoredSystem[]> {
  if (sn === undefined) return systemStore(sql).all()
  const wanted = serialNumber(sn)
  const system = wanted && (await systemStore(sql).find(wanted))
  if (!system) throw cannot(`There is no system ${sn}.`)
  return [system]
}

async function newestSteps(sql: Sql, systems: readonly StoredSystem[], now: Date): Promise<FoundStep[]> {
  const until = lastQuarterEnd(now)
  const from = new Date(until.getTime() - DAYS * DAY_MS)
  let newest: FoundStep[] = []
  for (let first = 0; first < systems.length; first += SYSTEMS_A_PART) {
    const spans = systems.slice(first, first + SYSTEMS_A_PART).map(({ id }) => ({ system: id, from, until }))
    const found = [...newest, ...(await stepsWithin(sql, spans))]
    newest = found.toSorted((a, b) => b.until - a.until).slice(0, MOST)
  }
  return newest
}

async function listSteps({ sn }: { sn?: string | undefined }, { db, now }: Job) {
  const systems = await systemsNamed(db, sn)
  const names = new Map(systems.map((system) => [system.id, system.sn]))
  const rows = (await newestSteps(db, systems, now)).map((step) => ({
    sn: names.get(step.system) ?? null,
    counter: step.counter,
    kind: step.kind,
    from: new Date(step.from).toISOString(),
    until: new Date(step.until).toISOString(),
    before: step.before,
    after: step.after,
  }))
  return {
    json: rows,
    text: table(
      ['until', 'sn', 'counter', 'kind', 'Wh before', 'Wh after', 'from'],
      rows.map((row) => [row.until, row.sn, row.counter, row.kind, row.before, row.after, row.from]),
    ),
  }
}

/** `counters`. */
export function counterCommands(program: Command, context: Context): void {
  const counters = program.command('counters').description('lifetime counters of units')
  addCommand(counters, context, {
    usage: 'list [sn]',
    summary: `jumps and resets of the last ${DAYS} days, of one system or of all: the newest ${MOST}, with both values`,
    input: z.object({ sn: z.optional(z.string()) }),
    work: listSteps,
  })
}
