import { join } from 'node:path'
import { readingMessage, statePayload } from '@kellersonne/contract/telemetry/device'
import { onTestFinished } from 'vitest'
import { namedProfile } from '../src/profiles/load.ts'
import type { Profile } from '../src/profiles/profile.ts'
import { settings } from '../src/settings/settings.ts'
import { startGateway } from '../src/uplink/gateway.ts'
import { startMosquitto } from './devices/mosquitto.ts'
import { folder } from './folder.ts'

const SN = '5000001'
type Device = { readonly name: string; readonly profile: string; readonly port?: number } & Record<
  string,
  unknown
>
export type Started = {
  readonly broker: string
  /** Of the portal, whose time the gateway compares with its own. */
  readonly url?: string
  readonly devices: readonly Device[]
  readonly stateFile?: string
  readonly profiles?: Readonly<Record<string, Profile>>
  readonly more?: object
  readonly clock?: () => number
}

/** Runs a gateway in this process, with a reading every second. */
export async function gateway({ broker, devices, profiles, more, clock = Date.now, ...rest }: Started) {
  const lines: string[] = []
  const started = startGateway(
    settings.parse({
      ...{ version: 1, interval_s: 1 },
      portal: { url: rest.url, serial_number: SN, secret: 'secret', broker_url: broker },
      devices: devices.map((one) => ({ host: '127.0.0.1', ...one })),
      ...more,
    }),
    {
      profiles:
        profiles ?? Object.fromEntries(devices.map((one) => [one.name, namedProfile(one.profile, '/')])),
      stateFile: rest.stateFile ?? join(await folder(), 'state.sqlite'),
      clock,
      jitter: () => 0,
      log: (line) => lines.push(line),
    },
  )
  let closed: Promise<void> | null = null
  const close = () => (closed ??= started.close())
  onTestFinished(close)
  return { ...started, lines, close }
}

/** Mosquitto as the portal's broker, and what a gateway sent it. */
export async function portal(port?: number) {
  const broker = await startMosquitto(port)
  const messages: { readonly topic: string; readonly text: string }[] = []
  broker.client.on('message', (topic, payload) => messages.push({ topic, text: payload.toString() }))
  await broker.client.subscribeAsync(`storage/${SN}/#`, { qos: 1 })
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= broker.stop())
  onTestFinished(stop)
  const published = (topic: string) =>
    messages.filter((one) => one.topic === `storage/${SN}/${topic}`).map(({ text }) => text)
  return {
    ...broker,
    stop,
    published,
    readings: () => published('reading').flatMap((text) => readingMessage.parse(JSON.parse(text))),
    states: () => published('state').map((text) => statePayload.parse(JSON.parse(text))),
  }
}
