import { join } from 'node:path'
import { eventually } from '@kellersonne/testing/eventually'
import { reservePort } from '@kellersonne/testing/ports'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reportOf } from '../src/page/report.ts'
import { terminalLines } from '../src/page/terminal.ts'
import { en } from '../src/page/texts/en.ts'
import { startModbusDevices } from './devices/modbus-devices.ts'
import { serve } from './devices/serve.ts'
import { modbusStates } from './fixtures.ts'
import { folder } from './folder.ts'
import { gateway, portal } from './running.ts'

/** Serves the first states of these profiles; returns their ports. */
async function served(...profiles: readonly string[]) {
  const states = profiles.flatMap((id) => modbusStates.find(({ profile }) => profile === id) ?? [])
  const devices = await startModbusDevices(states)
  let stopped: Promise<void> | null = null
  const stop = () => (stopped ??= devices.stop())
  onTestFinished(stop)
  return { ports: devices.ports, stop }
}
const DAY_MS = 86_400_000
const silent = { name: 'silent', profile: 'e3dc', port: 9 }

describe('a gateway', () => {
  it('GWY-11 makes one system of several devices, each value from the one that knows it best', async () => {
    const { ports } = await served('fronius-gen24-modbus', 'byd-battery-box')
    const broker = await portal()
    const devices = [
      { name: 'inverter', profile: 'fronius-gen24-modbus', port: ports[0] ?? 0 },
      { name: 'box', profile: 'byd-battery-box', port: ports[1] ?? 0 },
    ]
    const { status } = await gateway({ broker: broker.url, devices })
    await eventually(() => expect(broker.readings()).not.toEqual([]))
    expect(broker.readings()[0]).toMatchObject({
      ...{ grid_w: -1210, pv_w: 4600, battery_w: -500, soc: 64, grid_v: 230.4, output_w: 4100 },
      energy_wh: {
        pv: 18_204_411,
        import: 4_410_230,
        feed_in: 9_120_455,
        charge: 6_120_998,
        discharge: 5_511_200,
      },
    })
    expect(broker.readings()[0]?.at.getMilliseconds()).toBe(0)
    const shown = terminalLines(reportOf(status(), en, Date.now()), en)
    expect(shown.some((line) => /^ {4}grid +0xfb46 +-1210 /.test(line))).toBe(true)
    await eventually(() => expect(broker.states().at(-1)?.battery_status).toBe('charging'))
    expect(broker.states().at(-1)).toMatchObject({
      capabilities: { integrated: [], commands: [], messages: false, updates: false },
      sensors: [
        { name: 'battery_temperature', value: 24, unit: '°C' },
        { name: 'inverter_temperature', value: 41.2, unit: '°C' },
      ],
      battery: { soh_percent: 98 },
    })
    expect(
      broker
        .states()
        .every(({ message1, message2, errors, versions }) => !message1 && !message2 && !errors && !versions),
    ).toBe(true)
  })

  it('GWY-06 goes on with the other devices while one is silent, and stores nothing in its place', async () => {
    const { ports } = await served('sma-pv')
    const broker = await portal()
    const sun = { name: 'sun', profile: 'sma-pv', port: ports[0] ?? 0 }
    const { lines, status } = await gateway({ broker: broker.url, devices: [silent, sun] })
    await eventually(() => expect(broker.readings()).not.toEqual([]))
    const [reading] = broker.readings()
    // Of two devices that can report PV, the first in the settings does, or none: the other one may count something else.
    expect(reading).not.toHaveProperty('pv_w')
    expect(reading).not.toHaveProperty('soc')
    expect(reading).toMatchObject({ output_w: 2890, energy_wh: { pv: 18_204_411 } })
    expect(status().devices.map(({ fault }) => fault?.code)).toEqual(['refused', undefined])
    expect(lines).toContain('silent: refused')
    expect(lines.filter((line) => line.startsWith('silent'))).toHaveLength(1)
  })

  it('GWY-11 adds up devices that the settings name, and leaves out a sum that misses one', async () => {
    const { ports, stop } = await served('sma-pv', 'e3dc')
    const broker = await portal()
    const devices = [
      { name: 'roof', profile: 'sma-pv', port: ports[0] ?? 0 },
      { name: 'house', profile: 'e3dc', port: ports[1] ?? 0 },
    ]
    const running = await gateway({
      broker: broker.url,
      devices,
      more: { sources: { pv_w: ['roof', 'house'] } },
    })
    await eventually(() => expect(broker.readings().at(-1)?.pv_w).toBe(2890 + 4820))
    await stop()
    await Promise.all(running.devices.map((device) => device.poll()))
    expect(running.status().devices.every(({ values }) => values.size === 0)).toBe(true)
  })

  it('GWY-07 sums up energies that nobody counts, says so, and goes on where it was after a restart', async () => {
    const { ports } = await served('e3dc')
    const broker = await portal()
    const stateFile = join(await folder(), 'state.sqlite')
    const house = { name: 'house', profile: 'e3dc', port: ports[0] ?? 0 }
    // A second takes two minutes: energies add up, and no gap is too long for them.
    const began = Date.now()
    const clock = () => Date.UTC(2026, 5, 1, 12) + 120 * (Date.now() - began)
    const first = await gateway({ broker: broker.url, devices: [house], stateFile, clock })
    const last = () => broker.readings().at(-1)?.energy_wh
    await eventually(() => expect(last()?.pv).toBeGreaterThan(150))
    expect(broker.states().at(-1)?.capabilities).toMatchObject({
      integrated: ['pv', 'import', 'feed_in', 'charge', 'discharge'],
      signs: { verdict: 'open', invert: [] },
    })
    await first.close()
    const [before, many] = [last(), broker.readings().length]
    const second = await gateway({ broker: broker.url, devices: [house], stateFile, clock })
    await eventually(() => expect(broker.readings().length).toBeGreaterThan(many))
    expect(last()?.pv).toBeGreaterThanOrEqual(before?.pv ?? Number.NaN)
    expect([last()?.import, last()?.discharge]).toEqual([0, 0])
    expect(second.status().summed.size).toBe(5)
  })

  it('GWY-12 keeps readings while the portal is away, and delivers each once it is back', async () => {
    const { ports } = await served('sma-pv')
    const port = await reservePort()
    const sun = { name: 'sun', profile: 'sma-pv', port: ports[0] ?? 0 }
    const { status } = await gateway({ broker: `mqtt://127.0.0.1:${port}`, devices: [sun] })
    await eventually(() => expect(status().held).toBeGreaterThan(2))
    expect(status().uplink.fault).toBe('unreachable')
    const held = status().held
    const broker = await portal(port)
    await eventually(() => expect(status()).toMatchObject({ up: true, held: 0 }))
    await eventually(() => expect(broker.readings().length).toBeGreaterThanOrEqual(held))
    const instants = broker.readings().map(({ at }) => at.getTime())
    expect(new Set(instants).size).toBe(instants.length)
    await eventually(() => expect(status().uplink.fault).toBeNull())
  })

  it('GWY-13 refuses every command once: it only reads', async () => {
    const broker = await portal()
    const { status } = await gateway({ broker: broker.url, devices: [silent] })
    await eventually(() => expect(status().up).toBe(true))
    const until = new Date(Date.now() + 60_000).toISOString()
    const publish = (message: unknown) =>
      broker.client.publishAsync('storage/5000001/command', JSON.stringify(message), { qos: 1 })
    const outcomes = () => broker.published('command/outcome').map((text): unknown => JSON.parse(text))
    await eventually(async () => {
      await publish({ id: 'a', command: 'off', expires_at: until })
      expect(outcomes()).not.toEqual([])
    })
    await publish({ id: 'b', command: 'explode', expires_at: until })
    await publish({ id: 'c', command: 'on', expires_at: '2020-01-01T00:00:00Z' })
    await eventually(() => expect(outcomes()).toHaveLength(3))
    expect(outcomes()).toEqual([
      { id: 'a', outcome: 'refused', reason: 'read_only' },
      { id: 'b', outcome: 'refused', reason: 'not_understood' },
      { id: 'c', outcome: 'refused', reason: 'expired' },
    ])
  })

  it('GWY-06 reads on as soon as a clock is right that was ahead by a month', async () => {
    const { ports } = await served('sma-pv')
    const broker = await portal()
    const website = await serve((_request, response) => response.end())
    onTestFinished(website.stop)
    const url = `http://127.0.0.1:${website.port}`
    const sun = { name: 'sun', profile: 'sma-pv', port: ports[0] ?? 0 }
    let ahead = 30 * DAY_MS
    const clock = () => Date.now() + ahead
    const { status } = await gateway({ broker: broker.url, url, devices: [sun], clock })
    await eventually(() => expect(status().clockAhead).toBeGreaterThan(0))
    ahead = 0
    await eventually(() => expect(broker.readings()).not.toEqual([]))
    expect(status().clockAhead).toBe(0)
  })

  it('GWY-06 sends readings and sums up energies after its clock was ahead by years, unnoticed', async () => {
    const { ports } = await served('e3dc')
    const broker = await portal()
    const house = { name: 'house', profile: 'e3dc', port: ports[0] ?? 0 }
    // A second takes two minutes: energies add up.
    const began = Date.now()
    let ahead = 4 * 365 * DAY_MS
    const right = () => Date.UTC(2026, 5, 1, 12) + 120 * (Date.now() - began)
    const clock = () => right() + ahead
    const { status } = await gateway({ broker: broker.url, devices: [house], clock })
    await eventually(() => expect(broker.readings().at(-1)?.energy_wh?.pv).toBeGreaterThan(50))
    const before = broker.readings().at(-1)?.energy_wh?.pv ?? Number.NaN
    ahead = 0
    const later = () => broker.readings().filter(({ at }) => at.getTime() <= right())
    await eventually(() => expect(later().at(-1)?.energy_wh?.pv).toBeGreaterThan(before + 100))
    await eventually(() => expect(status()).toMatchObject({ held: 0, up: true }))
  })

  it('GWY-12 drops nothing as too old by a clock that nobody has compared', async () => {
    const { ports } = await served('sma-pv')
    const sun = { name: 'sun', profile: 'sma-pv', port: ports[0] ?? 0 }
    let ahead = 0
    const clock = () => Date.now() + ahead
    const broker = `mqtt://127.0.0.1:${await reservePort()}`
    const { status } = await gateway({ broker, devices: [sun], clock })
    await eventually(() => expect(status().held).toBeGreaterThan(0))
    const before = status().held
    ahead = 500 * DAY_MS
    await eventually(() => expect(status().held).toBeGreaterThan(before))
    expect(status().disk.lost).toEqual({})
  })

  it('GWY-06 makes no readings while its clock cannot be right', async () => {
    const { ports } = await served('sma-pv')
    const broker = await portal()
    const sun = { name: 'sun', profile: 'sma-pv', port: ports[0] ?? 0 }
    const began = Date.now()
    const clock = () => Date.now() - began
    const { status, lines } = await gateway({ broker: broker.url, devices: [sun], clock })
    await eventually(() => expect(status().devices[0]?.answeredAt).not.toBeNull())
    expect(status().clockAhead).toBe(Number.NEGATIVE_INFINITY)
    expect(lines[0]).toContain('clock')
    expect(broker.readings()).toEqual([])
  })
})
