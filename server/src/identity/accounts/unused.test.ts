import { randomUUID } from 'node:crypto'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import { anna, setUpRegistration } from '../../../test/set-up/registration.ts'
import { sessionStore } from '../sessions/store.ts'
import { accountStore } from './store.ts'
import { processUnused } from './unused.ts'

const DAY = 24 * 3_600_000
const BERT = 'bert@example.org'
const { api, emails, letters } = setUpRegistration()

/** Works as the jobs do, day by day; resolves to the days with mails, and to whom. */
async function pass(days: number): Promise<[number, readonly string[]][]> {
  const sent: [number, readonly string[]][] = []
  for (let day = 1; day <= days; day += 1) {
    api().clock.skip(DAY)
    await sessionStore(api().db).endExpired(api().now())
    while (await api().db.transaction((sql) => processUnused(sql, api().now())));
    const to = (await letters()).map((letter) => `${letter.to}: ${letter.subject}`)
    if (to.length > 0) sent.push([day, to])
  }
  return sent
}
/** Makes an account, whose owner signs in now. */
async function enter() {
  await api().owner(anna.email)
  await api().signIn(anna.email)
}
const told = (email: string) => `${email}: Ihr Konto bei Kellersonne wird in zwei Wochen gelöscht`

describe('an account that never had a system', () => {
  it('AUT-16 is deleted a year after the last sign-in, two weeks after a mail', async () => {
    await enter()
    api().clock.skip(100 * DAY)
    await api().signIn(anna.email)
    expect(await pass(364)).toEqual([[351, [told(anna.email)]]])
    expect(await emails()).toEqual([anna.email])
    await pass(1)
    expect(await emails()).toEqual([])
  })

  it('AUT-16 stays if its owner signs in after the mail, for another year', async () => {
    await enter()
    expect(await pass(352)).toEqual([[351, [told(anna.email)]]])
    await api().signIn(anna.email)
    expect(await pass(365)).toEqual([[351, [told(anna.email)]]])
  })

  it('AUT-16 is told two weeks before also if the job has not run for long', async () => {
    await enter()
    api().clock.skip(500 * DAY)
    expect(await pass(14)).toEqual([[1, [told(anna.email)]]])
    expect(await emails()).toEqual([anna.email])
    await pass(1)
    expect(await emails()).toEqual([])
  })

  it('AUT-16 stays if its owner signs in just while it is being deleted', async () => {
    await enter()
    await pass(364)
    api().clock.skip(DAY)
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const faults: unknown[] = []
    const deleting = await api().db.transaction(async (sql) => {
      const { id } = (await accountStore(sql).byEmail(anna.email)) ?? { id: '' }
      const session = { id: randomUUID(), owner: id, stayLoggedIn: false, agent: null }
      await sessionStore(sql).create(session, null, api().now())
      const done = api().db.transaction((other) =>
        processUnused(other, api().now(), new Set(), (_, error) => void faults.push(error)),
      )
      await eventually(async () => expect(await api().db.run(waits)).toBe(1))
      return { done }
    })
    await deleting.done
    expect([await emails(), faults]).toEqual([[anna.email], []])
  })

  it('AUT-16 stays if it has or had one', async () => {
    await api().owner(anna.email, ['1001'])
    await api().owner(BERT, ['1002'])
    await api().db.run(
      `update ownership set until = $1 where owner = (select id from owner where email = '${BERT}')`,
      [api().now()],
    )
    api().clock.skip(400 * DAY)
    expect(await pass(20)).toEqual([])
    expect(await emails()).toEqual([anna.email, BERT])
  })
})
