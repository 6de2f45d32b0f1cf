import { setTimeout as sleep } from 'node:timers/promises'
import type { CurrentDataList } from '@kellersonne/contract/live/live'
import type { ReadingMessage } from '@kellersonne/contract/telemetry/device'
import { launchBrowser, presetSession } from '../lib/browser.ts'
import { buildPortal } from '../lib/build.ts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs, type Tokens, watch } from '../lib/owner.ts'
import { report, timeFigure } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { connectUnits, endUnits, type Unit } from '../lib/unit.ts'
import { notePaints, paintsOf } from './paints.ts'

const OWNERS = 50
const SYSTEMS_EACH = 2
const PUBLISH_EVERY_MS = 1000
const WARM_UP = 10
const PUBLISHED = 70
/** Values that differ on the screen, which shows kW with two decimals. */
const WATTS = { least: 1000, step: 10, steps: 890 }

const marked = (index: number) => WATTS.least + (index % WATTS.steps) * WATTS.step
const now = () => performance.timeOrigin + performance.now()
const shown = (watts: number) => (watts / 1000).toFixed(2).replace('.', ',')

type Published = { readonly sn: string; readonly index: number; readonly at: number }
const keyOf = (sn: string, watts: number) => `${sn} ${watts}`

/** Publishes from each unit in turn, once per PUBLISH_EVERY_MS; resolves to the values and the ms to PUBACK. */
async function publishAll(units: readonly Unit[]) {
  const published: Published[] = []
  const acknowledged: number[] = []
  const began = now()
  const total = PUBLISHED * units.length
  while (published.length < total) {
    const due = Math.min(total, Math.ceil(((now() - began) / PUBLISH_EVERY_MS) * units.length))
    for (let i = published.length; i < due; i += 1) {
      const unit = units[i % units.length]
      if (!unit) throw new Error('there is no unit')
      const index = Math.floor(i / units.length)
      const at = now()
      published.push({ sn: unit.sn, index, at })
      unit.publish(JSON.stringify(message(index, at)), () => {
        if (index >= WARM_UP) acknowledged.push(now() - at)
      })
    }
    await sleep(1)
  }
  await sleep(PUBLISH_EVERY_MS)
  return { published: published.filter(({ index }) => index >= WARM_UP), acknowledged }
}

const message = (index: number, at: number): ReadingMessage => ({
  at: new Date(at).toISOString(),
  grid_v: 231,
  grid_w: marked(index),
  pv_w: 0,
  battery_w: 0,
  soc: 50,
})

/** Records when each value of each system was first received. */
function receipts() {
  const first = new Map<string, number>()
  return {
    note(list: CurrentDataList) {
      const at = now()
      for (const entry of list)
        for (const [sn, { grid_power }] of Object.entries(entry)) {
          const key = keyOf(sn, grid_power ?? 0)
          if (!first.has(key)) first.set(key, at)
        }
    },
    first,
  }
}

await onStage(async (stage) => {
  await buildPortal()
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, OWNERS * SYSTEMS_EACH)
  const emails = await makeOwners(db, fleet, OWNERS)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  // Sequentially: concurrent sign-ins from one address are slowed down.
  const sessions: Tokens[] = []
  for (const email of emails) sessions.push(await signInAs(email, url))
  const [seen, ...others] = sessions
  if (!seen) throw new Error('there is no owner')

  const received = receipts()
  for (const { access } of others) stage.onEnd(await watch(url, access, received.note))
  const units = await connectUnits(
    ports.mqtt,
    fleet.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))

  const browser = await launchBrowser()
  stage.onEnd(() => browser.close())
  const context = await browser.newContext({ locale: 'de-DE' })
  await presetSession(context, seen)
  await context.addInitScript(notePaints)
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  await page.getByRole('main').waitFor()

  const { published, acknowledged } = await publishAll(units)
  const toEvent = published.flatMap(({ sn, index, at }) => {
    const arrived = received.first.get(keyOf(sn, marked(index)))
    return arrived === undefined ? [] : [arrived - at]
  })
  const [watched] = fleet
  const painted = await paintsOf(page)
  const onScreen = published.filter(({ sn }) => sn === watched?.sn)
  const toPixel = onScreen.flatMap(({ index, at }) => {
    const hit = painted.find(([text, when]) => when >= at && text.includes(shown(marked(index))))
    return hit ? [hit[1] - at] : []
  })

  const missing = (values: readonly number[], all: number) => `${values.length} of ${all} seen`
  const expected = published.length - onScreen.length * SYSTEMS_EACH
  const floor = percentile(acknowledged, 0.95)
  report(
    `live: ${OWNERS} owners watching ${units.length} units, each publishing every ${PUBLISH_EVERY_MS / 1000} s`,
    [
      timeFigure('floor: publish to PUBACK', acknowledged, 0.5),
      timeFigure('floor: publish to PUBACK', acknowledged, 0.95),
      timeFigure('publish to event received', toEvent, 0.5),
      { ...timeFigure('publish to event received', toEvent, 0.95, 100), note: missing(toEvent, expected) },
      { name: 'ratio to the floor, p95', value: percentile(toEvent, 0.95) / floor, unit: '' },
      timeFigure('publish to pixel in Chromium', toPixel, 0.5),
      {
        ...timeFigure('publish to pixel in Chromium', toPixel, 0.95, 300),
        note: missing(toPixel, onScreen.length),
      },
      { name: 'ratio to the floor, p95', value: percentile(toPixel, 0.95) / floor, unit: '' },
    ],
  )
})
