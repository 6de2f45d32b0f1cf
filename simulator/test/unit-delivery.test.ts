import { topics } from '@kellersonne/contract/telemetry/device'
import { expect, it } from 'vitest'
import { partOf } from '../src/plant/scenarios.ts'
import { broker, folder, sn, unit } from './bench.ts'
import { online, states, until } from './received.ts'

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
  const backlog = back.published(topics.reading.of(sn)).find((text) => text.startsWith('[')) ?? '[]'
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
  const flags = states(server).map(({ message2 }) => message2?.includes('i2'))
  expect(flags.lastIndexOf(true)).toBeGreaterThan(0)
  expect(flags.at(-1)).toBe(false)
})

it('says again after a cut what was under way when it came', async () => {
  const server = await broker()
  server.acknowledge(false)
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.texts(sn).length >= 1)
  const [reading] = server.texts(sn)
  const [state = ''] = server.published(topics.state.of(sn))
  running.plug(false)
  server.acknowledge(true)
  running.plug(true)
  const times = (texts: readonly string[], wanted?: string) => texts.filter((text) => text === wanted).length
  await until(() => times(server.texts(sn), reading) === 2)
  await until(() => times(server.published(topics.state.of(sn)), state) === 2)
  await until(() => running.view().held <= 1)
})

it('DSH-09 says nothing while it is silent, though it stays connected, and all of it afterwards', async () => {
  const server = await broker()
  const running = unit({ brokerUrl: server.url, stateDir: await folder() })
  await until(() => server.readings(sn).length >= 2 && running.view().held === 0)
  running.set({ silent: true })
  const [readings, reported] = [server.readings(sn).length, states(server).length]
  running.setMessage('i2', true)
  await until(() => running.view().held >= 5)
  expect(running.view().online).toBe(true)
  expect([server.readings(sn).length, states(server).length]).toEqual([readings, reported])
  expect(online(server)).toEqual(['{"online":true}'])
  running.set({ silent: false })
  await until(() => running.view().held <= 1 && server.readings(sn).length >= readings + 5)
  await until(() => states(server).some(({ message2 }) => message2?.includes('i2')))
})

it('DSH-09 is cut only when all of its last words have arrived', async () => {
  const server = await broker()
  server.acknowledge(false)
  // A fast clock has passed the interval at each tick, so a reading is measured, and waiting, at every one.
  const start = Date.now()
  const fast = () => new Date(start + (Date.now() - start) * 1.05)
  const running = unit({ brokerUrl: server.url, stateDir: await folder() }, fast)
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
