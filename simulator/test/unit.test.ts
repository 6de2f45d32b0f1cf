import { expect, it } from 'vitest'
import { partOf } from '../src/plant/scenarios.ts'
import { broker, folder, sn, unit } from './bench.ts'
import { instants, online, states, until } from './received.ts'

it('PRD-02 says that it is online, its state and what it measures', async () => {
  const server = await broker()
  unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 3)
  expect(online(server)).toEqual(['{"online":true}'])
  expect(states(server)[0]).toMatchObject({ status: 'on', capacity_wh: 5760, message2: ['ein'] })
  const at = instants(server)
  expect(at).toEqual([...new Set(at)].sort((a, b) => a - b))
})

it('says goodbye without a last will when it is closed', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  await running.close()
  expect(online(server)).toEqual(['{"online":true}', '{"online":false}'])
})

it('measures nothing while its main switch is off, and has counted on when it is back', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  running.hold({ pv: 30_000, load: 0, battery: 0 })
  await until(() => server.readings(sn).length >= 2)
  running.switchMain(false)
  await until(() => states(server).at(-1)?.status === 'off' && running.view().held === 0)
  const silent = server.readings(sn)
  const counted = running.view().sample.energies.pv
  await until(() => running.view().sample.energies.pv > counted + 8)
  expect(server.readings(sn)).toHaveLength(silent.length)
  running.switchMain(true)
  await until(() => server.readings(sn).length > silent.length)
  const [last, next] = [silent.at(-1), server.readings(sn)[silent.length]]
  expect(Number(next?.energy_wh?.pv) - Number(last?.energy_wh?.pv)).toBeGreaterThan(5)
  expect(states(server).at(-1)).toMatchObject({ status: 'connected', message1: ['wait60'] })
})

it('UPD-04 shows update mode only while its main switch is off', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  expect(running.show('update')).toBe(false)
  running.switchMain(false)
  expect(running.show('update')).toBe(true)
  await until(() => states(server).at(-1)?.display === 'update')
})

it('DSH-07 publishes held values at once, long before its interval is over', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder(), intervalMs: 3_600_000 })
  await until(() => server.readings(sn).length === 1)
  running.hold({ pv: 4820, load: 650, battery: -2960, soc: 64, voltage: 233.6 })
  await until(() => server.readings(sn).length === 2)
  expect(server.readings(sn)[1]).toMatchObject({
    pv_w: 4820,
    grid_w: -1210,
    battery_w: -2960,
    soc: 64,
    grid_v: 233.6,
  })
})

it('PRD-02 float charges as long as that is played', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  running.play(partOf('float_charge', 0, 1))
  const since = server.readings(sn).length
  await until(() => server.readings(sn).length >= since + 5)
  expect(running.view().state.battery_status).toBe('float')
  running.reset()
  expect(running.view().state.battery_status).not.toBe('float')
})

it('PRD-02 reports at once what is set in place of what it measures', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  const sensors = [{ name: 'humidity', value: 61, unit: '%' }]
  running.set({ sensors, calibrationDays: 3 })
  await until(() => states(server).at(-1)?.calibration_days === 3)
  expect(states(server).at(-1)?.sensors).toEqual(sensors)
})

it('UPD-13 is not there at all without power, and is as it was when the plug is back in', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  running.power(false)
  await until(() => online(server).at(-1) === '{"online":false}')
  const { held } = running.view()
  running.publish()
  running.switchMain(false)
  expect(running.view()).toMatchObject({ online: false, powered: false, plugged: true, held })
  running.power(true)
  await until(() => states(server).at(-1)?.status === 'off')
  expect(states(server).at(-1)?.display).toBe('update')
})
