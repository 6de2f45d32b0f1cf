// A gateway: a round over its devices, a week's backlog beside live values, its memory, and the time from register to pixel.
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { settings } from '@kellersonne/gateway/settings/settings'
import { openDatabase as openState } from '@kellersonne/gateway/store/database'
import { startGateway } from '@kellersonne/gateway/uplink/gateway'
import type { Db } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, SECRET } from '../lib/fleet.ts'
import { memoryOf } from '../lib/processes.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { freePorts, nextMessage, run, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { profile, startModbusDevices } from './devices.ts'
import { pixelFigures } from './pixel.ts'
import { roundFigures } from './rounds.ts'

const BACKLOG = 60_000
const STEP_MS = 10_000
const LOOK_MS = 250
const LIVE_S = 30
const SETTLE_MS = 60_000
const MEGABYTE = 1_000_000
const SN = 5_000_001
/** As in gateway/src/main.ts for sources. */
const HEAP = ['--optimize-for-size', '--max-semi-space-size=1', '--max-old-space-size=96']

const number = z.object({ value: z.nullable(z.number()) })
/** Seconds since the newest reading that the server has. */
async function ageOfNewest(db: Db): Promise<number | null> {
  const row = await db.row(
    number,
    'select extract(epoch from now() - max(reading_at))::float8 as value from latest',
  )
  return row?.value ?? null
}

function fillBacklog(path: string, now: number) {
  const db = openState(path)
  db.exec('begin')
  const insert = db.prepare('insert into reading (at, text) values (?, ?)')
  for (let i = BACKLOG; i > 0; i -= 1) {
    const at = now - i * STEP_MS
    const energy = { pv: 2_000_000 - i, import: 1, feed_in: 1, charge: 1, discharge: 1 }
    insert.run(
      at,
      JSON.stringify({
        at: new Date(at).toISOString(),
        grid_w: 1,
        pv_w: 1,
        battery_w: 1,
        soc: 50,
        energy_wh: energy,
      }),
    )
  }
  db.exec('commit')
  db.close()
}

async function backlogFigures(stage: Stage, ports: readonly number[]): Promise<Figure[]> {
  const { db, env } = await openSharedDatabase(stage)
  await makeFleet(db, SN, 1)
  const free = await freePorts()
  const server = await startServer({ ...env, ...free.env })
  stage.onEnd(() => stop(server))
  const stateFile = join(stage.folder, 'gateway.sqlite')
  fillBacklog(stateFile, Date.now())
  const gateway = startGateway(
    settings.parse({
      ...{
        version: 1,
        interval_s: 1,
        devices: [{ name: 'one', profile: 'bench', host: '127.0.0.1', port: ports[0] }],
      },
      portal: { serial_number: String(SN), secret: SECRET, broker_url: `mqtt://127.0.0.1:${free.mqtt}` },
    }),
    {
      profiles: { one: { ...profile, poll_s: 1 } },
      stateFile,
      clock: Date.now,
      jitter: Math.random,
      log: console.error,
    },
  )
  const began = performance.now()
  const ages: number[] = []
  let seconds: number | null = null
  while (seconds === null || performance.now() - began < 1000 * LIVE_S) {
    await sleep(LOOK_MS)
    if (gateway.status().held <= 1) seconds ??= (performance.now() - began) / 1000
    const age = await ageOfNewest(db)
    if (age !== null) ages.push(age)
  }
  await gateway.close()
  const stored = await db.row(number, 'select count(*)::int as value from reading')
  return [
    { name: `${BACKLOG} readings delivered in`, value: seconds, unit: 's', target: { atMost: 60 } },
    { name: 'readings stored', value: stored?.value ?? 0, unit: '', target: { atLeast: BACKLOG } },
    // A reading is made each second, so that up to one of these is the time until the next.
    {
      name: 'age of live values meanwhile, p95',
      value: percentile(ages, 0.95),
      unit: 's',
      target: { atMost: 2 },
      note: spread(ages),
    },
  ]
}

/** What a process has written itself, in bytes: without the files of Node and of libraries, which can be read again. */
function ownMemory(pid: number): number {
  const [, kilobytes = '0'] = /RssAnon:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return 1024 * Number(kilobytes)
}

async function memoryFigures(stage: Stage, ports: readonly number[]): Promise<Figure[]> {
  const file = join(stage.folder, 'gateway.mjs')
  await once(run(['scripts/build-gateway.ts', file]), 'exit')
  const devices = ports.map((port, i) => ({
    name: `device_${i}`,
    profile: './bench.json',
    host: '127.0.0.1',
    port,
  }))
  writeFileSync(join(stage.folder, 'bench.json'), JSON.stringify({ ...profile, poll_s: 1 }))
  writeFileSync(
    join(stage.folder, 'settings.json'),
    JSON.stringify({
      ...{ version: 1, interval_s: 1, devices, status_page: { port: 0 }, state_file: 'program.sqlite' },
      portal: { serial_number: String(SN), secret: SECRET, broker_url: 'mqtt://127.0.0.1:9' },
    }),
  )
  const program = run([file, '--settings', join(stage.folder, 'settings.json')])
  stage.onEnd(() => stop(program))
  await sleep(SETTLE_MS)
  const held = memoryOf([program.pid ?? 0]) / MEGABYTE
  const own = ownMemory(program.pid ?? 0) / MEGABYTE
  await stop(program)
  const week = run([
    ...HEAP,
    'bench/src/gateway/week.ts',
    join(stage.folder, 'week.sqlite'),
    ...ports.slice(0, 3).map(String),
  ])
  stage.onEnd(() => stop(week))
  await nextMessage(week)
  const warm = memoryOf([week.pid ?? 0]) / MEGABYTE
  await nextMessage(week)
  const atEnd = memoryOf([week.pid ?? 0]) / MEGABYTE
  return [
    { name: 'memory of the program, ten devices', value: held, unit: 'MB', target: { atMost: 80 } },
    { name: 'of it its own, without the program Node', value: own, unit: 'MB' },
    {
      name: 'a week of rounds: memory, last to a tenth',
      value: atEnd / warm,
      unit: '',
      target: { atMost: 1.1 },
      note: `${Math.round(warm)} to ${Math.round(atEnd)} MB from source`,
    },
  ]
}

await onStage(async (stage) => {
  const { child, ports } = await startModbusDevices()
  stage.onEnd(() => stop(child))
  const figures = [
    ...(await roundFigures(ports)),
    ...(await backlogFigures(stage, ports)),
    ...(await memoryFigures(stage, ports)),
  ]
  report('gateway', figures)
})
// With a database of its own.
await onStage(async (stage) => report('gateway, to the pixel', await pixelFigures(stage)))
