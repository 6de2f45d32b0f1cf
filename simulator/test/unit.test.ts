import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_BACKLOG, outcomePayload, statePayload, topics } from '@kellersonne/contract/device'
import { expect, it } from 'vitest'
import { FOREIGN_ID, type Manner } from '../src/answers.ts'
import { historyInstants } from '../src/history.ts'
import { partOf } from '../src/scenarios.ts'
import { broker, copyOf, folder, sn, unit } from './bench.ts'
import type { Broker } from './broker.ts'

const FREQUENT = { interval: 10, timeout: 10_000 }
const until = (condition: () => boolean) => expect.poll(condition, FREQUENT).toBe(true)
const states = (from: Broker) =>
  from.said(topics.state.of(sn)).map((text) => statePayload.parse(JSON.parse(text)))
const outcomes = (from: Broker) =>
  from.said(topics.outcome.of(sn)).map((text) => outcomePayload.parse(JSON.parse(text)))
const online = (from: Broker) => from.said(topics.online.of(sn))
const instants = (from: Broker) => from.readings(sn).map(({ at }) => at.getTime())
const expires_at = () => new Date(Date.now() + 60_000).toISOString()

it('PRD-02 says that it is online, how it stands and what it measures', async () => {
  const server = await broker()
  unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 3)
  expect(online(server)).toEqual(['{"online":true}'])
  expect(states(server)[0]).toMatchObject({ status: 'on', capacity_wh: 5760, message2: ['ein'] })
  const at = instants(server)
  expect(at).toEqual([...new Set(at)].sort((a, b) => a - b))
})

it('keeps what is not acknowledged, and says it again in the same words after a restart', async () => {
  const server = await broker()
  const stateDir = await folder()
  server.acknowledge(false)
  const first = unit({ brokerUrl: server.url, stateDir })
  await until(() => server.texts(sn).length >= 3)
  await first.close()
  const before = server.texts(sn)
  server.acknowledge(true)
  const second = unit({ brokerUrl: server.url, stateDir })
  await until(() => server.texts(sn).length > 2 * before.length && second.view().held <= 1)
  const after = server.texts(sn).slice(before.length)
  expect(after).toEqual(expect.arrayContaining(before))
  await second.close()
  expect(await readFile(join(stateDir, `${sn}.backlog`), 'utf8')).toBe('')
})

it('keeps it also when it is killed in the middle', async () => {
  const server = await broker()
  const stateDir = await folder()
  server.acknowledge(false)
  const killed = unit({ brokerUrl: server.url, stateDir })
  await until(() => server.texts(sn).length >= 3)
  const before = server.texts(sn)
  const left = await copyOf(stateDir)
  await killed.close()

  const other = await broker()
  unit({ brokerUrl: other.url, stateDir: left })
  await until(() => other.texts(sn).length > before.length)
  expect(other.texts(sn)).toEqual(expect.arrayContaining(before))
  expect(new Set(instants(other)).size).toBe(other.texts(sn).length)
})

it('measures on while the server is away, and then delivers all of it once, oldest first', async () => {
  const server = await broker()
  const { port } = server
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.texts(sn).length >= 1 && running.view().held === 0)
  await server.close()
  await until(() => running.view().held >= 5)

  const back = await broker(port)
  await until(() => back.texts(sn).length > 5 && running.view().held <= 1)
  const all = [...server.texts(sn), ...back.texts(sn)]
  expect(new Set(all).size).toBe(all.length)
  const backlog = back.said(topics.reading.of(sn)).find((text) => text.startsWith('[')) ?? '[]'
  const times = [...backlog.matchAll(/"at":"([^"]+)"/g)].map(([, at]) => at)
  expect(times.length).toBeGreaterThanOrEqual(5)
  expect(times).toEqual(times.toSorted((a = '', b = '') => a.localeCompare(b)))
})

it('vanishes when its cable is pulled, measures on, and closes the gap when it is back', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  running.plug(false)
  await until(() => online(server).length === 2)
  expect(online(server)[1]).toBe('{"online":false}')
  await until(() => running.view().held >= 4)
  expect(running.view()).toMatchObject({ online: false, plugged: false })
  const silent = server.readings(sn).length

  running.setMessage('i2', true)
  running.setMessage('i2', false)
  running.plug(true)
  await until(() => running.view().online && running.view().held <= 1)
  expect(online(server)[2]).toBe('{"online":true}')
  expect(server.readings(sn).length).toBeGreaterThanOrEqual(silent + 4)
  const flags = states(server).map(({ message2 }) => message2.includes('i2'))
  expect(flags.lastIndexOf(true)).toBeGreaterThan(0)
  expect(flags.at(-1)).toBe(false)
})

it('says again after a cut what was under way when it came', async () => {
  const server = await broker()
  server.acknowledge(false)
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.texts(sn).length >= 1)
  const [reading] = server.texts(sn)
  const [state = ''] = server.said(topics.state.of(sn))
  running.plug(false)
  server.acknowledge(true)
  running.plug(true)
  const times = (texts: readonly string[], wanted?: string) => texts.filter((text) => text === wanted).length
  await until(() => times(server.texts(sn), reading) === 2)
  await until(() => times(server.said(topics.state.of(sn)), state) === 2)
  await until(() => running.view().held <= 1)
})

it('says goodbye without a last will when it is closed', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  const began = performance.now()
  await running.close()
  expect(performance.now() - began).toBeLessThan(2000)
  expect(online(server)).toEqual(['{"online":true}', '{"online":false}'])
})

it('carries commands out once, and refuses what has expired or is not understood', async () => {
  const server = await broker()
  unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  const standby = { id: 'a', command: 'standby', expires_at: expires_at() }
  await server.command(sn, standby)
  await server.command(sn, standby)
  await server.command(sn, { ...standby, id: 'b', expires_at: '2026-01-01T00:00:00Z' })
  await server.command(sn, { ...standby, id: 'c', command: 'explode' })
  await server.command(sn, 'nonsense')
  await server.command(sn, { id: 'd', command: 'on', expires_at: expires_at() })
  await until(() => outcomes(server).length >= 6)
  expect(outcomes(server)).toEqual([
    { id: 'a', outcome: 'accepted' },
    { id: 'a', outcome: 'done' },
    { id: 'b', outcome: 'refused', reason: 'expired' },
    { id: 'c', outcome: 'refused', reason: 'not_understood' },
    { id: 'd', outcome: 'accepted' },
    { id: 'd', outcome: 'done' },
  ])
  await until(() => states(server).at(-1)?.status === 'on')
  expect(states(server).map(({ status }) => status)).toContain('standby')
})

it('hears a command that was given while its cable was out', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  running.plug(false)
  await until(() => online(server).length === 2)
  await server.command(sn, { id: 'late', command: 'calibrate', expires_at: expires_at() })
  running.plug(true)
  await until(() => outcomes(server).length >= 2)
  await until(() => states(server).at(-1)?.battery_status === 'calibrating')
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

it('delivers its history once, beside what it measures now, and goes on with the same counters', async () => {
  const server = await broker()
  const days = 20
  const began = Date.now()
  server.slow(20)
  const running = unit({ brokerUrl: server.url, stateDir: await folder(), historyDays: days, intervalMs: 50 })
  await until(() => running.view().held > 5000)
  await until(() => running.view().held <= 5)
  const readings = server.readings(sn)
  const at = instants(server)
  const expected = [...historyInstants(began - days * 86_400_000 + 1000, began)]
  const delivered = new Set(at)
  expect(delivered.size).toBe(at.length)
  expect(expected.filter((instant) => !delivered.has(instant))).toEqual([])

  const ordered = readings.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  for (const name of ['pv', 'import', 'feed_in', 'charge', 'discharge'] as const) {
    const counter = ordered.map(({ energy_wh }) => Number(energy_wh?.[name]))
    expect(counter.findIndex((value, i) => value < (counter[i - 1] ?? 0))).toBe(-1)
  }
  const sizes = server.said(topics.reading.of(sn)).map((text) => [JSON.parse(text)].flat().length)
  expect(Math.max(...sizes)).toBe(MAX_BACKLOG)
  expect(sizes.indexOf(1)).toBeLessThan(sizes.lastIndexOf(MAX_BACKLOG))
})

it('fills in what it missed while it was not running', async () => {
  const server = await broker()
  const stateDir = await folder()
  const first = unit({ brokerUrl: server.url, stateDir })
  await until(() => server.readings(sn).length >= 1)
  await first.close()
  const path = join(stateDir, `${sn}.json`)
  const memory = JSON.parse(await readFile(path, 'utf8'))
  const hours = 6 * 3_600_000
  await writeFile(
    path,
    JSON.stringify({ ...memory, plant: { ...memory.plant, at: memory.plant.at - hours } }),
  )
  const second = unit({ brokerUrl: server.url, stateDir, historyDays: 1 })
  await until(() => second.view().online && second.view().held <= 1)
  const filled = server.readings(sn).filter(({ at }) => at.getTime() < memory.plant.at)
  expect(filled.length).toBeGreaterThanOrEqual(359)
})

it('DSH-09 says nothing while it is silent, though it stays connected, and all of it afterwards', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 2 && running.view().held === 0)
  running.set({ silent: true })
  const [readings, told] = [server.readings(sn).length, states(server).length]
  running.setMessage('i2', true)
  await until(() => running.view().held >= 5)
  expect(running.view().online).toBe(true)
  expect([server.readings(sn).length, states(server).length]).toEqual([readings, told])
  expect(online(server)).toEqual(['{"online":true}'])
  running.set({ silent: false })
  await until(() => running.view().held <= 1 && server.readings(sn).length >= readings + 5)
  await until(() => states(server).some(({ message2 }) => message2.includes('i2')))
})

it('DSH-09 is cut only when all of its last words have arrived', async () => {
  const server = await broker()
  server.acknowledge(false)
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  running.play(partOf('no_data', 0, 1))
  const before = server.readings(sn).length
  await until(() => server.readings(sn).length >= before + 2)
  expect(running.view().plugged).toBe(true)
  server.acknowledge(true)
  await until(() => !running.view().plugged)
  expect(server.readings(sn).at(-1)).toMatchObject({ soc: 38 })
  await until(() => online(server).at(-1) === '{"online":false}')
  running.play(partOf('evening', 0, 1))
  await until(() => running.view().online)
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

it('API-07 answers as it is set to, until it is reset', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 1)
  const told = (id: string, command = 'standby') =>
    server.command(sn, { id, command, expires_at: expires_at() })
  const stands = (status: string) => until(() => states(server).at(-1)?.status === status)
  const answering = (manner: Manner, reason = 'stopped') => running.set({ answering: { manner, reason } })
  answering('none')
  await told('unheeded')
  await stands('standby')
  answering('late')
  await told('later', 'on')
  await stands('on')
  answering('contradictory')
  await told('both')
  await until(() => outcomes(server).length >= 3)
  answering('refuses', 'out of sorts')
  await told('refused', 'on')
  await until(() => outcomes(server).length >= 4)
  answering('foreign')
  await told('foreign')
  await until(() => outcomes(server).length >= 6)
  running.reset()
  await told('last')
  await until(() => outcomes(server).length >= 8)
  expect(outcomes(server).map(({ id, outcome, reason }) => [id, outcome, reason])).toEqual([
    ['both', 'accepted', undefined],
    ['both', 'done', undefined],
    ['both', 'refused', 'stopped'],
    ['refused', 'refused', 'out of sorts'],
    [FOREIGN_ID, 'accepted', undefined],
    [FOREIGN_ID, 'done', undefined],
    ['last', 'accepted', undefined],
    ['last', 'done', undefined],
  ])
})

it('PRD-02 tells at once what is set in place of what it measures', async () => {
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
