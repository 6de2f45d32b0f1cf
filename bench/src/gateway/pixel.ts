import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkedProfile } from '@kellersonne/gateway/profiles/load'
import { settings } from '@kellersonne/gateway/settings/settings'
import { startGateway } from '@kellersonne/gateway/uplink/gateway'
import { ServerTCP } from 'modbus-serial'
import { launchBrowser, presetSession } from '../lib/browser.ts'
import { buildPortal } from '../lib/build.ts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners, SECRET } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import type { Figure } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { notePaints, paintsOf } from '../live/paints.ts'

const SN = 5_000_002
const POLL_S = 1
const CHANGES = 60
/** Not a multiple of the poll time, so that a value changes at any time within it. */
const CHANGE_MS = 2170
const FIRST_W = 1000
const STEP_W = 20

const now = () => performance.timeOrigin + performance.now()
const shown = (power: number) => (power / 1000).toFixed(2).replace('.', ',')

const profile = checkedProfile('pixel', {
  ...{
    version: 1,
    id: 'pixel',
    name: 'pixel',
    notes: { de: '', en: '' },
    sources: ['bench'],
    poll_s: POLL_S,
  },
  transport: { kind: 'modbus', registers: { grid: { address: 0, type: 'u16' } } },
  values: { grid_w: 'grid', pv_w: '0', battery_w: '0', soc: '50' },
})

/** The time from a change in a device's register until the dashboard in a browser shows it. */
export async function pixelFigures(stage: Stage): Promise<Figure[]> {
  await buildPortal()
  const { db, env } = await openSharedDatabase(stage)
  const [email = ''] = await makeOwners(db, await makeFleet(db, SN, 1), 1)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`

  let power = FIRST_W
  const { mqtt: port } = await freePorts()
  const device = new ServerTCP({ getHoldingRegister: () => power }, { host: '127.0.0.1', port, unitID: 1 })
  await once(device, 'initialized')
  stage.onEnd(() => new Promise<void>((done) => device.close(() => done())))
  const gateway = startGateway(
    settings.parse({
      ...{
        version: 1,
        interval_s: POLL_S,
        devices: [{ name: 'meter', profile: 'pixel', host: '127.0.0.1', port }],
      },
      portal: { serial_number: String(SN), secret: SECRET, broker_url: `mqtt://127.0.0.1:${ports.mqtt}` },
    }),
    {
      profiles: { meter: profile },
      stateFile: join(stage.folder, 'pixel.sqlite'),
      clock: Date.now,
      jitter: Math.random,
      log: console.error,
    },
  )
  stage.onEnd(() => gateway.close())

  const browser = await launchBrowser()
  stage.onEnd(() => browser.close())
  const context = await browser.newContext({ locale: 'de-DE' })
  await presetSession(context, await signInAs(email, url))
  await context.addInitScript(notePaints)
  const page = await context.newPage()
  await page.goto(`${url}/dashboard`)
  await page.getByText(shown(power)).first().waitFor()

  const changed: { readonly text: string; readonly at: number }[] = []
  for (let i = 0; i < CHANGES; i += 1) {
    power += STEP_W
    changed.push({ text: shown(power), at: now() })
    await sleep(CHANGE_MS)
  }
  const painted = await paintsOf(page)
  const delays = changed.flatMap(({ text, at }) => {
    const hit = painted.find(([one, when]) => when >= at && one.includes(text))
    return hit ? [hit[1] - at] : []
  })
  const note = `${delays.length} of ${CHANGES} seen`
  return [
    { name: 'register to pixel, p50', value: percentile(delays, 0.5), unit: 'ms', note },
    {
      name: 'register to pixel, p95',
      value: percentile(delays, 0.95),
      unit: 'ms',
      target: { atMost: 1000 * POLL_S + 200 },
    },
  ]
}
