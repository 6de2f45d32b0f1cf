import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { getBalance } from '@kellersonne/contract/energy/balance'
import type { Db } from '@kellersonne/server/platform/db/database'
import { eventually } from '@kellersonne/testing/eventually'
import { reservePort } from '@kellersonne/testing/ports'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners, SECRET } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { freePorts, run, startServer, stop } from '../lib/server.ts'
import { onStage, type Stage } from '../lib/stage.ts'
import { openCellar } from './cellar.ts'

const SN = 5_000_001
/** Where it is far from midnight, so that all of it is today. */
const timeZone = Math.abs(new Date().getUTCHours() - 12) < 6 ? 'Europe/Berlin' : 'Pacific/Auckland'

/** A way to the broker that can be cut. */
async function openLine(stage: Stage, port: number, broker: number) {
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((socket) => {
    if (isCut) return void socket.destroy()
    const onward = connect(broker, '127.0.0.1')
    for (const one of [socket, onward]) {
      sockets.add(one)
      one.on('error', () => undefined).on('close', () => sockets.delete(one))
    }
    socket.pipe(onward).pipe(socket)
  }).listen(port, '127.0.0.1')
  await once(server, 'listening')
  stage.onEnd(() => server.close())
  return {
    cut() {
      isCut = true
      for (const socket of sockets) socket.destroy()
    },
    mend() {
      isCut = false
    },
  }
}

/** Resolves to the number of readings in which the meter, the last of the devices to report, has its counters. */
async function storedReadings(db: Db): Promise<number> {
  const sql = 'select count(*)::int as n from reading where import_wh is not null'
  return (await db.row(z.object({ n: z.int() }), sql))?.n ?? 0
}

/** Resolves to today's energies in the portal, Wh. */
async function energiesOf(url: string, access: string) {
  const answer = await fetch(`${url}${getBalance.path}?sn=${SN}`, {
    headers: { authorization: `Bearer ${access}` },
  })
  const { pv, import: drawn, feed_in } = getBalance.response.parse(await answer.json()).energies
  return { pv, import: drawn, feed_in }
}

it('GWY-11 GWY-12 a cellar of three makers adds up to its counters, although its power and its network are cut', async () => {
  await onStage(async (stage) => {
    const { db, env } = await openSharedDatabase(stage)
    const [email = ''] = await makeOwners(db, await makeFleet(db, SN, 1, timeZone), 1)
    const free = await freePorts()
    const server = await startServer({ ...env, ...free.env })
    stage.onEnd(() => stop(server))
    const url = `http://127.0.0.1:${free.http}`
    const linePort = await reservePort()
    const line = await openLine(stage, linePort, free.mqtt)
    const cellar = await openCellar([await reservePort(), await reservePort(), await reservePort()])
    stage.onEnd(cellar.close)
    const settings = join(stage.folder, 'gateway.json')
    writeFileSync(
      settings,
      JSON.stringify({
        ...{ version: 1, interval_s: 1, devices: cellar.devices },
        status_page: { port: await reservePort(), host: '127.0.0.1' },
        portal: { serial_number: String(SN), secret: SECRET, broker_url: `mqtt://127.0.0.1:${linePort}` },
      }),
      { mode: 0o600 },
    )
    const powerOn = () => {
      const gateway = run(['gateway/src/main.ts', '--settings', settings])
      stage.onEnd(() => stop(gateway, 'SIGKILL'))
      return gateway
    }
    /** Resolves once so many more readings are stored than there are now. */
    const more = async (count: number) => {
      const before = await storedReadings(db)
      await eventually(async () => expect(await storedReadings(db)).toBeGreaterThanOrEqual(before + count))
    }

    const first = powerOn()
    await more(1)
    const before = cellar.counters()
    cellar.start()
    await more(3)
    await stop(first, 'SIGKILL')
    const dark = cellar.counters()
    await eventually(() => expect(cellar.counters().import).toBeGreaterThan(dark.import + 20))
    powerOn()
    await more(3)
    line.cut()
    const cut = cellar.counters()
    await eventually(() => expect(cellar.counters().feed_in).toBeGreaterThan(cut.feed_in + 20))
    line.mend()
    await more(6)
    cellar.stop()

    const after = cellar.counters()
    const { access } = await signInAs(email, url)
    const expected = {
      pv: after.pv - before.pv,
      import: after.import - before.import,
      feed_in: after.feed_in - before.feed_in,
    }
    expect(Math.min(...Object.values(expected))).toBeGreaterThan(20)
    await eventually(async () => expect(await energiesOf(url, access)).toEqual(expected), 500)
  })
})
