import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { exportData } from '@kellersonne/contract/identity/accounts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { riseOf } from '../lib/processes.ts'
import { type Figure, report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { systemYear } from './system-year.ts'

const ROUNDS = 5
const YEAR = 365
/** Days for which raw readings are kept. */
const RAW = 35
const MEGABYTE = 1_000_000
/** Signature of a ZIP's end of central directory record. */
const END = Buffer.from([0x50, 0x4b, 0x05, 0x06])
const END_BYTES = 22

/** Downloads an export at full speed and resolves to its size in bytes. Throws if it is incomplete. */
async function download(url: string, access: string): Promise<number> {
  const request = get(url + exportData.path, { headers: { authorization: `Bearer ${access}` }, agent: false })
  const [response]: IncomingMessage[] = await once(request, 'response')
  if (response?.statusCode !== 200) throw new Error(`the export answered with ${response?.statusCode}`)
  let size = 0
  let last = Buffer.alloc(0)
  for await (const chunk of response) {
    const bytes: Buffer = chunk
    size += bytes.length
    last = Buffer.concat([last, bytes]).subarray(-END_BYTES)
  }
  if (!last.subarray(0, END.length).equals(END)) throw new Error('the export broke off')
  return size
}

async function timed<T>(work: () => Promise<T>) {
  const began = performance.now()
  const result = await work()
  return { result, seconds: (performance.now() - began) / 1000 }
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, 3)
  const emails = await makeOwners(db, fleet, 3)
  const sql = systemYear(env['DATABASE_URL'] ?? '', stage)
  const days = [RAW, YEAR, 1]
  for (const [i, { id }] of fleet.entries()) {
    await sql.fillReadings(id, days[i] ?? 0)
    await sql.fillQuarters(id, i === fleet.length - 1 ? 1 : YEAR)
  }
  await sql.settle()
  const ports = await freePorts()
  // Like `npm start`.
  const server = await startServer({ ...env, ...ports.env }, ['--optimize-for-size'])
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const pid = server.pid ?? 0

  /** Alternates exports of one system with plain copies of its rows. */
  async function measure(which: number, rounds: number) {
    const { access } = await signInAs(emails[which] ?? '', url)
    const product: number[] = []
    const floor: number[] = []
    const rises: number[] = []
    let size = 0
    let rows = 0
    for (let round = 0; round < rounds; round += 1) {
      const bare = await timed(() => sql.copy(fleet[which]?.id ?? 0))
      rises.push(
        await riseOf(pid, async () => {
          const ours = await timed(() => download(url, access))
          product.push(ours.seconds)
          size = ours.result
        }),
      )
      floor.push(bare.seconds)
      rows = bare.result
    }
    return { product, floor, rises: rises.map((bytes) => bytes / MEGABYTE), size: size / MEGABYTE, rows }
  }
  const figures = ({ product, floor, rises, size, rows }: Awaited<ReturnType<typeof measure>>): Figure[] => {
    const [cold = Number.NaN, ...warm] = rises
    const ratios = product.map((seconds, round) => seconds / (floor[round] ?? Number.NaN))
    return [
      {
        name: 'to the last byte',
        value: median(product),
        unit: 's',
        note: `${spread(product)}; ${rows} rows, ${size.toFixed(1)} MB`,
      },
      { name: 'floor: COPY of the same rows', value: median(floor), unit: 's', note: spread(floor) },
      { name: 'ratio', value: median(ratios), unit: '', note: spread(ratios) },
      {
        name: 'additional memory of the server, highest',
        value: Math.max(...warm),
        unit: 'MB',
        target: { atMost: 50 },
        note: spread(warm),
      },
      // Includes buffers that V8 leaves uncollected until there are 64 MB of them.
      { name: 'the same, first export', value: cold, unit: 'MB' },
    ]
  }

  // A small export first, so that code loaded and compiled for it is not measured.
  await measure(2, 1)
  const [time, ...others] = figures(await measure(0, ROUNDS))
  report(`export: a system-year (${RAW} days of readings, ${YEAR} days of quarters)`, [
    ...(time ? [{ ...time, target: { atMost: 5 } }] : []),
    ...others,
  ])
  report(`export: ${YEAR} days of readings and quarters`, figures(await measure(1, 3)))
})
