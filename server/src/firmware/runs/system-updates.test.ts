import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterEach, describe, expect, it } from 'vitest'
import { updatableUnit } from '../../../test/set-up/updates.ts'
import { systemUpdates } from './system-updates.ts'

const { anna, begin, sn, unit, updates } = updatableUnit()
const SINCE = new Date('2026-01-01T00:00:00Z')

async function known() {
  const system = { id: anna().system, since: SINCE, visible_from: SINCE, sn: serialNumber.parse(sn()) }
  const [one] = await systemUpdates(updates().db, [system], updates().now())
  return one ?? expect.fail()
}
const versions = async () => (await known()).versions
/** Installs the first of the updates. */
async function install(id: string) {
  await unit().download(id)
  await unit().installed(id)
  await unit().succeed(id)
}

it('DSH-09 V16 an update waits from its start until the unit begins, and again between two chips', async () => {
  const status = async () => (await known()).status
  const id = await begin()
  expect(await status()).toMatchObject({ isStarted: false, isWaiting: true })
  await unit().download(id)
  expect(await status()).toMatchObject({ isStarted: true, isWaiting: false })
  await unit().installed(id)
  await unit().succeed(id)
  expect(await status()).toMatchObject({ isStarted: false, isWaiting: true, percent: 0 })
})

it('GWY-21 UPD-02 a system of an owner’s own is offered no release, whatever versions it reports', async () => {
  const offered = async () => (await known()).offers.map(({ chip }) => chip)
  expect(await offered()).toContain('bms')
  await updates().db.run('update storage_system set own = true where id = $1', [anna().system])
  expect(await known()).toMatchObject({ offers: [], status: { isNew: false } })
})

describe('the versions of a system whose chip was just updated', () => {
  afterEach(() => updates().clock.go())

  it('UPD-11 include the new one until the unit reports its versions', async () => {
    updates().clock.stop()
    updates().clock.skip(1000)
    const id = await begin()
    await updates().report(anna().system, { bms: '2.4.0', gateway: '3.1.0' })
    await install(id)
    expect(await versions()).toEqual({ bms: '2.5.0', gateway: '3.1.0' })
    updates().clock.skip(1)
    await updates().report(anna().system, { bms: '2.4.0', gateway: '3.1.0' })
    expect(await versions()).toEqual({ bms: '2.4.0', gateway: '3.1.0' })
  })

  it('UPD-11 keep a newer one that the unit has reported meanwhile', async () => {
    const id = await begin()
    await updates().report(anna().system, { bms: '2.6.0', gateway: '3.1.0' })
    await install(id)
    expect(await versions()).toEqual({ bms: '2.6.0', gateway: '3.1.0' })
  })
})
