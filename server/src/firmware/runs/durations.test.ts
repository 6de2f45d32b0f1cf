import { describe, expect, it, onTestFinished } from 'vitest'
import { updatableUnit } from '../../../test/set-up/updates.ts'
import { updateDurations } from './durations.ts'
import { updateStore } from './store.ts'

const { begin, round, sn, updates } = updatableUnit()

describe('how long updates took', () => {
  it("UPD-09 comes from the newest of each owner's, of as many owners as are wanted", async () => {
    const at = (seconds: number) => new Date(updates().now().getTime() + seconds * 1000)
    const finish = async (system: string, seconds: number, endedAt: Date) => {
      const id = Number(await updates().unit(system).action())
      const action = { state: 'finished', startedAt: at(0), installedAt: at(seconds), endedAt } as const
      await updateStore(updates().db).save([{ id, action, words: 0, details: [], lastSeenAt: null }])
    }
    const durations = async (owners: number) =>
      (await updateDurations(updates().db, ['bms'], owners)).get('bms')
    updates().clock.stop()
    onTestFinished(() => void updates().clock.go())
    expect(await durations(1)).toBeUndefined()

    await begin()
    await finish(sn(), 10, at(100))
    const email = `berta${round()}@example.org`
    const fleet = [`${round()}002`, `${round()}003`, `${round()}004`]
    const { systems } = await updates().owner(email, fleet)
    const { cookie } = await updates().enter(email)
    for (const [i, name] of fleet.entries()) {
      await updates().report(systems[i] ?? 0, { bms: '2.4.0' })
      expect((await updates().start(cookie, name)).statusCode).toBe(200)
      await finish(name, 20 + i, at(200 + i))
    }
    expect(await durations(1)).toEqual([22_000])
    expect(await durations(2)).toEqual([22_000, 10_000])
  })
})
