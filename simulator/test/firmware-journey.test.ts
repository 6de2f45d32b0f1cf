import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { HasUpdate } from '@kellersonne/contract/firmware/status'
import { expect, it, onTestFinished } from 'vitest'
import type { ChangedFaults } from '../src/firmware/faults.ts'
import type { UnitSettings } from '../src/unit/unit-settings.ts'
import { copyOf, folder, unit } from './bench.ts'
import { openJourney, SIZE } from './update-journey.ts'

const FREQUENT = { interval: 20 }
const until = (condition: () => boolean) => expect.poll(condition, FREQUENT).toBe(true)

async function open(more: Partial<UnitSettings> = {}) {
  const journey = await openJourney()
  const settings = {
    ...{ brokerUrl: 'mqtt://127.0.0.1:9', secret: 'unit', updatesUrl: journey.url, firmwareKey: journey.key },
    ...{ stateDir: await folder(), ...more },
  }
  let running = unit(settings)
  const firmware = () => running.view().firmware
  const looks: HasUpdate[] = []
  // Sequentially: responses to concurrent requests may arrive in any order.
  const ended = new AbortController()
  onTestFinished(() => ended.abort())
  const watch = async () => {
    while (!ended.signal.aborted) {
      const answer = await journey.status().catch(() => null)
      if (answer) looks.push(answer)
      await sleep(50)
    }
  }
  void watch()
  return {
    ...journey,
    looks,
    firmware,
    unit: () => running,
    phase: () => firmware().progress?.phase,
    states: (expected: readonly string[]) => expect.poll(journey.states, FREQUENT).toEqual(expected),
    /** kill -9, and a restart from what is on disk. */
    async kill() {
      const stateDir = await copyOf(settings.stateDir)
      await running.close()
      running = unit({ ...settings, stateDir })
    },
    /** Starts an update and switches the unit off. */
    async begin(faults: ChangedFaults = {}) {
      running.setFaults(faults)
      await journey.start()
      running.switchMain(false)
    },
    /** Switches the unit on, and off again for the next chip. */
    async cycle(version: string, chip: string) {
      await until(() => firmware().progress?.chip === chip && firmware().progress?.phase === 'installed')
      running.switchMain(true)
      await until(() => firmware().progress === null)
      expect(firmware().versions[chip]).toBe(version)
      running.switchMain(false)
    },
  }
}
const both = async (test: Awaited<ReturnType<typeof open>>) => {
  await test.cycle('2.5.0', 'bms')
  await test.cycle('3.2.0', 'gateway')
  await test.states(['bms finished', 'gateway finished'])
}
/** Checks within a chip only: the time between two chips may be over before anyone polls. */
const neverBack = (looks: readonly HasUpdate[]) => {
  const pairs = looks.slice(1).map((now, i) => ({ was: looks[i], now }))
  const within = pairs.filter(({ was, now }) => isDeepStrictEqual(was?.updates, now.updates))
  expect(within.filter(({ was, now }) => was && was.page !== 100 && now.page < was.page)).toEqual([])
}

it('UPD-11 updates two chips, one power cycle each', async () => {
  const test = await open()
  await test.begin()
  await both(test)
  neverBack(test.looks)
  expect(test.firmware().versions).toEqual({ bms: '2.5.0', inverter: '1.9.2', gateway: '3.2.0' })
})

it.each([0, 1, 50, 99, 100])('UPD-13 goes on after a cut at %i percent', async (percent) => {
  const test = await open({ downloadBytesPerS: SIZE * 2 })
  await test.begin({ cut: { percent, resumeS: null } })
  await until(() => test.firmware().cut)
  expect(test.firmware().progress?.downloaded).toBe(percent)
  // The service records what it has sent only after the unit has it.
  await expect.poll(async () => (await test.status()).page, FREQUENT).toBe(5 + Math.floor(0.85 * percent))
  test.unit().setFaults({ cut: null })
  await test.cycle('2.5.0', 'bms')
  neverBack(test.looks)
})

it('UPD-13 goes on by itself when the line is back', async () => {
  const test = await open({ downloadBytesPerS: SIZE * 2 })
  await test.begin({ cut: { percent: 50, resumeS: 0.3 } })
  await test.cycle('2.5.0', 'bms')
  neverBack(test.looks)
})

it('UPD-13 is cut for good, is interrupted, and can begin again', async () => {
  const test = await open()
  await test.begin({ cut: { percent: 40, resumeS: null } })
  await until(() => test.firmware().cut)
  await test.skip(16 * 60_000)
  await test.states(['bms interrupted', 'gateway null'])
  expect((await test.status()).page).toBe(-1)
  test.unit().setFaults({ cut: null })
  await until(() => test.firmware().last?.outcome === 'over')
  await test.start()
  await both(test)
})

it.each(['unit', 'server'] as const)(
  'UPD-13 goes on where it was when the %s is killed in the middle',
  async (who) => {
    const test = await open({ downloadBytesPerS: SIZE / 2 })
    await test.begin()
    await until(() => (test.firmware().progress?.downloaded ?? 0) >= 50)
    await (who === 'unit' ? test.kill() : test.restart())
    await test.cycle('2.5.0', 'bms')
    neverBack(test.looks)
  },
)

it('UPD-13 installs once more when it is killed while it installs', async () => {
  const test = await open({ installMs: 400 })
  await test.begin()
  await until(() => test.phase() === 'installing')
  await test.kill()
  expect(test.firmware().versions['bms']).toBe('2.4.0')
  await both(test)
})

it('UPD-13 knows after it was killed that it waits to be switched on', async () => {
  const test = await open()
  await test.begin()
  await until(() => test.phase() === 'installed')
  await test.kill()
  expect(test.phase()).toBe('installed')
  await both(test)
})

it('UPD-13 finishes its download when the plug is back in', async () => {
  const test = await open({ downloadBytesPerS: SIZE / 2 })
  await test.begin()
  await until(() => (test.firmware().progress?.downloaded ?? 0) >= 50)
  test.unit().power(false)
  const held = test.firmware().progress?.downloaded
  await test.states(['bms started', 'gateway null'])
  expect(test.firmware().progress?.downloaded).toBe(held)
  test.unit().power(true)
  await test.cycle('2.5.0', 'bms')
})

it('UPD-13 ends where the installation fails, and can begin again', async () => {
  const test = await open()
  await test.begin({ failsInstallation: true })
  await test.states(['bms interrupted', 'gateway null'])
  await test.start()
  await both(test)
})

it('UPD-13 is not believed when it lies', async () => {
  const test = await open()
  await test.begin({ lies: true })
  await test.states(['bms interrupted', 'gateway null'])
  expect(test.firmware().versions['bms']).toBe('2.4.0')
  await test.start()
  await both(test)
})

it('UPD-12 knows that an update was cancelled before it began', async () => {
  const test = await open()
  await test.start()
  await test.cancel()
  test.unit().switchMain(false)
  await expect.poll(async () => (await test.test.unit('1001').links()).cancelAction, FREQUENT).toBeUndefined()
  expect(test.firmware().progress).toBeNull()
})

it('PRD-04 has fetched what the operator has published, and leaves nothing of it behind', async () => {
  const stateDir = await folder()
  const test = await open({ stateDir, downloadBytesPerS: SIZE / 2 })
  await test.begin()
  await until(() => test.phase() === 'installed')
  const image = join(stateDir, '1001.image')
  expect((await readFile(image)).equals(test.images.bms)).toBe(true)
  test.unit().switchMain(true)
  await until(() => test.firmware().progress === null)
  expect(existsSync(image)).toBe(false)
})
