import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_BACKLOG, topics } from '@kellersonne/contract/telemetry/device'
import { expect, it } from 'vitest'
import { historyInstants } from '../src/plant/history.ts'
import { broker, copyOf, folder, sn, unit } from './bench.ts'
import { instants, until } from './received.ts'

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
  const sizes = server.published(topics.reading.of(sn)).map((text) => [JSON.parse(text)].flat().length)
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
