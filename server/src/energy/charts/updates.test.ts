import { calendar } from '@kellersonne/contract/energy/calendar'
import { getEvents } from '@kellersonne/contract/energy/events'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type TestUpdates, testUpdates } from '../../../test/set-up/update-service.ts'
import { systemStore } from '../../systems/store.ts'

const ZONE = 'Europe/Berlin'
let test: TestUpdates
let anna: Awaited<ReturnType<TestUpdates['enter']>> & { owner: string; system: number }
let round = 0
const sn = () => `${round}001`
beforeAll(async () => {
  test = await testUpdates()
  await test.release('bms', '2.5.0')
  await test.release('gateway', '3.2.0')
})
beforeEach(async () => {
  round += 1
  await test.forgive()
  const { owner, systems } = await test.owner(`anna${round}@example.org`, [sn()])
  anna = { ...(await test.enter(`anna${round}@example.org`)), owner, system: systems[0] ?? 0 }
  await test.report(anna.system, { bms: '2.4.0', gateway: '3.1.0' }, { status: 'off', display: 'update' })
  await test.start(anna.cookie, sn())
})
afterAll(() => test.close())

async function installNext() {
  const unit = test.unit(sn())
  const id = (await unit.action()) ?? ''
  await unit.download(id)
  await unit.installed(id)
  await unit.succeed(id)
}
const failNext = async () => test.unit(sn()).fail((await test.unit(sn()).action()) ?? '')

const today = () => dayOf(test.now(), ZONE)
/** Resolves to the updates among the recent events. */
async function reported(access = anna.access, days = [dayAfter(today(), -1), dayAfter(today())]) {
  const [from, until] = days
  const answer = await test.get(`/api/auth/events/?sn=${sn()}&from_date=${from}&until_date=${until}`, access)
  return getEvents.response.parse(answer.json()).events.filter(({ kind }) => kind === 'update')
}
async function onCalendar(access = anna.access) {
  const answer = await test.get(`/api/auth/calendar/?sn=${sn()}&from_date=${today()}`, access)
  return calendar
    .parse(answer.json())
    .days.flatMap(({ day, updates }) => updates.map((one) => ({ day, one })))
}

describe('updates among what happened', () => {
  it('CHT-10 CAL-02 are listed once they have ended, with what each chip got', async () => {
    await installNext()
    expect([await reported(), await onCalendar()]).toEqual([[], []])
    await installNext()
    const parts = [
      { chip: 'bms', from: '2.4.0', to: '2.5.0', installed: true },
      { chip: 'gateway', from: '3.1.0', to: '3.2.0', installed: true },
    ]
    const [event] = await reported()
    expect(event).toMatchObject({ sn: sn(), parts })
    expect(await onCalendar()).toEqual([
      { day: dayOf(new Date(event?.until ?? ''), ZONE), one: { sn: sn(), ended_at: event?.until, parts } },
    ])
  })

  it('CHT-10 show what was not installed', async () => {
    await installNext()
    await failNext()
    expect(await reported()).toMatchObject([{ parts: [{ installed: true }, { installed: false }] }])
  })

  it('CHT-10 count as interrupted once they are overdue, before anybody has noted that', async () => {
    test.clock.skip(61 * 60_000)
    anna = { ...anna, ...(await test.enter(`anna${round}@example.org`)) }
    expect(await reported()).toMatchObject([{ parts: [{ installed: false }, { installed: false }] }])
  })

  it('CHT-10 leave out what was cancelled, and what lies outside', async () => {
    await failNext()
    expect(await reported(anna.access, [dayAfter(today(), -9), dayAfter(today(), -8)])).toEqual([])
    expect(await reported(anna.access, [dayAfter(today(), 1), dayAfter(today(), 2)])).toEqual([])
    await test.start(anna.cookie, sn())
    const form = { sn: sn() }
    await test.post('/api/auth/update/cancel/', form, { headers: { authorization: `Bearer ${anna.access}` } })
    expect(await reported()).toHaveLength(1)
  })

  it('AUT-12 CHT-10 of an owner are never shown to the next one', async () => {
    await installNext()
    await installNext()
    expect(await reported()).toHaveLength(1)
    const next = await test.owner(`next${round}@example.org`)
    await systemStore(test.db).release(serialNumber.parse(sn()), anna.owner, test.now())
    test.clock.skip(1000)
    await systemStore(test.db).claim(anna.system, next.owner, test.now())
    const { access } = await test.enter(`next${round}@example.org`)
    expect([await reported(access), await onCalendar(access)]).toEqual([[], []])
  })
})
