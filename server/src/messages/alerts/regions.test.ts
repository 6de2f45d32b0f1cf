import { expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { judgeDue, readShare } from './judging.ts'
import { outageOf, readRegions } from './regions.ts'

const world = setUpAlerts()
const MINUTE = 60_000
const place = (systems: readonly number[], latitude: number | null, longitude: number | null) =>
  world().api.db.run('update ownership set latitude = $2, longitude = $3 where system = any($1)', [
    ...[systems, latitude, longitude],
  ])
/** Gives systems to others, so that these are of four owners more. */
async function share(systems: readonly number[]) {
  for (const system of systems.slice(0, 4)) {
    const { owner } = await world().owner()
    await world().api.db.run('update ownership set owner = $2 where system = $1', [system, owner])
  }
}
const lastHeard = (systems: readonly number[], minutes: number) =>
  world().api.db.run('update latest set heard_at = $2 where system = any($1)', [
    ...[systems, new Date(world().api.now().getTime() - minutes * MINUTE)],
  ])

it('ALR-33 an outage of a region is reported as that, to those in it, with the share rounded down', async () => {
  const { api, owner, letters } = world()
  const [inside, far] = [await owner(31), await owner(90)]
  // Cells of a degree: 48.05 to 48.14 north are one, the edges of tenths are not.
  await place(inside.systems, 481, 116)
  await place(inside.systems.slice(0, 15), 476, 124)
  await place(far.systems, 535, 100)
  await lastHeard(inside.systems.slice(0, 21), 44)
  expect((await readRegions(api.db, api.now())).places.size).toBe(0)
  await share(inside.systems)
  const regions = await readRegions(api.db, api.now())
  expect([...regions.places.values()]).toEqual([67])
  expect([...regions.zones]).toEqual([])
  expect(await readShare(api.db, api.now())).toBeNull()
  async function judge() {
    const scene = { now: api.now(), listeningSince: new Date(0), share: null, regions }
    while (await api.db.transaction((sql) => judgeDue(sql, scene)));
  }
  await judge()
  expect(await letters()).toEqual([])
  api.clock.skip(2 * MINUTE)
  await lastHeard(far.systems, 1)
  await judge()
  const sent = await letters()
  expect(sent).toHaveLength(5)
  const letter = sent.find(({ to }) => to === inside.email)
  expect(letter?.text).toContain('mindestens 67 % der Speicher in Ihrer Gegend')
  expect(letter?.text).not.toMatch(/48[,.]1|11[,.]6|München/)
  const { access } = await api.signIn(inside.email)
  const { alerts } = (await api.get('/api/auth/alerts/', access)).json()
  expect(alerts[0]).toMatchObject({ cause: 'silent', share: 67, scope: 'place' })
})

it('ALR-33 no share is sent for a region with fewer than 20 systems, nor for a place to owners who have set none', async () => {
  const { api, owner } = world()
  const { systems } = await owner(35)
  await place(systems.slice(0, 19), 481, 116)
  await lastHeard(systems.slice(0, 19), 30)
  await share(systems)
  const regions = await readRegions(api.db, api.now())
  expect([...regions.places]).toEqual([])
  expect([...regions.zones]).toEqual([['Europe/Berlin', 48]])
  const system = { timeZone: 'Europe/Berlin', place: null }
  expect(outageOf(system, null, regions)).toEqual({ share: 48, scope: 'zone' })
  expect(outageOf({ ...system, place: '48 12' }, null, regions)).toBeNull()
  expect(outageOf({ ...system, place: '48 12' }, 35, regions)).toEqual({ share: 35, scope: 'all' })
  expect(outageOf(system, null, undefined)).toBeNull()
})

it('ALR-08 ALR-33 owners’ own systems, which anybody can add, cannot make it look like a mass outage', async () => {
  const { api, owner } = world()
  const { systems } = await owner(25)
  await place(systems, 481, 116)
  await lastHeard(systems.slice(0, 10), 30)
  await share(systems)
  const found = async () => {
    const { places, zones } = await readRegions(api.db, api.now())
    return [await readShare(api.db, api.now()), ...places.values(), ...zones.values()]
  }
  expect(await found()).toEqual([34, 40, 34])
  await api.db.run('update storage_system set own = true where id = any($1)', [systems.slice(5, 10)])
  expect(await found()).toEqual([null])
})
