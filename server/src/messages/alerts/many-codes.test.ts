import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'

const world = setUpAlerts()
const alert = z.object({ subject: z.string(), isActive: z.boolean() })
/** As many as are judged of a system, and before every other code by alphabet. */
const ERRORS = Array.from({ length: 50 }, (_, i) => 4100 + i)

const alerts = (cause: string) =>
  world().api.db.rows(
    alert,
    'select subject, standing_since is not null as "isActive" from alert where cause = $1 order by subject',
    [cause],
  )

it('ALR-01 ALR-04 a fault is an alert, however many other codes its unit sends', async () => {
  const { owner, report, pass, letters } = world()
  const { system } = await owner()
  await report(system, 'relay bat', ERRORS)
  await pass(1.1)
  await pass(1.1)
  expect(await alerts('fault')).toEqual([
    { subject: 'bat', isActive: true },
    { subject: 'relay', isActive: true },
  ])
  const [letter] = await letters()
  expect(letter?.text).toContain('Relay!')
})

it('ALR-04 a code that is an alert has not ended because others have come', async () => {
  const { owner, report, pass } = world()
  const { system } = await owner()
  await report(system, 'zz')
  await pass(16)
  await pass(1)
  expect(await alerts('warning')).toEqual([{ subject: 'zz', isActive: true }])
  await report(system, 'zz', ERRORS)
  await pass(1)
  expect((await alerts('warning')).at(-1)).toEqual({ subject: 'zz', isActive: true })
  await report(system, '', ERRORS)
  await pass(1)
  expect((await alerts('warning')).at(-1)).toEqual({ subject: 'zz', isActive: false })
})

it('ALR-04 ALR-14 the mail names what is urgent first, also of another system', async () => {
  const { owner, report, pass, letters } = world()
  const { systems } = await owner(2)
  const [noisy = 0, broken = 0] = systems
  await report(noisy, '', ERRORS)
  await pass(10)
  await report(broken, 'relay')
  await pass(1.1)
  await pass(5)
  const sent = await letters()
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain('Relay!')
})
