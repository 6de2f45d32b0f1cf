import { expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { judgeDue } from './judging.ts'

const world = setUpAlerts()
const MANY = 300

it('ALR-35 a fault does not wait behind hundreds of owners who were due before it', async () => {
  const { api, owner, report, pass, letters } = world()
  const { system, email } = await owner()
  await report(system, 'relay')
  await pass(0.5)
  await api.db.run(
    `insert into owner (email, password_hash) select 'many-' || i || '@example.org', 'none' from generate_series(1, $1) as i`,
    [MANY],
  )
  api.clock.skip(60_000)
  const before = new Date(api.now().getTime() - 3_600_000)
  await api.db.run(`update alert_owner set due_at = $1 where due_at = '-infinity'`, [before])
  const scene = { now: api.now(), listeningSince: new Date(0), share: null }
  expect(await api.db.transaction((sql) => judgeDue(sql, scene))).toBe(true)
  expect((await letters()).map(({ to }) => to)).toEqual([email])
  // Those who have waited longest get their turns meanwhile.
  while (await api.db.transaction((sql) => judgeDue(sql, scene)));
  expect(await api.db.run('select from alert_owner where due_at <= $1', [api.now()])).toBe(0)
})
