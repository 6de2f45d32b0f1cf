import { expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { outlookStore } from './outlook-store.ts'
import { settingStore } from './setting-store.ts'

const world = setUpAlerts()
const HOUR = 60

it('ALR-32 a forecast is reported once for a spell, to whoever asks, and again only in another', async () => {
  const { api, owner, report, pass, letters } = world()
  const asked = await owner()
  const other = await owner()
  await settingStore(api.db).put({
    owner: asked.owner,
    systems: [asked.system],
    topic: 'outlook',
    email: true,
  })
  const sent: Awaited<ReturnType<typeof letters>> = []
  /** Each hour's forecast contains it, or nothing; the units report. */
  async function hours(count: number, isSaid: (hour: number) => boolean) {
    for (let hour = 0; hour < count; hour += 1) {
      for (const { system } of [asked, other]) {
        if (isSaid(hour))
          await outlookStore(api.db).put({ system, cause: 'winter', details: { pv: 1 } }, api.now())
        await report(system)
      }
      for (let i = 0; i < 6; i += 1) {
        await pass(HOUR / 6)
        for (const { system } of [asked, other]) await report(system)
        sent.push(...(await letters()))
      }
    }
  }
  await hours(30, (hour) => hour % 3 === 0)
  expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
    [asked.email, `Speicher ${asked.sn}: wenig Sonne in den nächsten Tagen`],
  ])
  expect(sent[0]?.text).toContain('sie kann sich irren')
  await hours(50, () => false)
  await hours(1, () => true)
  expect(sent).toHaveLength(2)
})
