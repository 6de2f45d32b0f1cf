import { expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { type AlertRow, alertPages } from './rows.ts'

const world = setUpAlerts()

it('SET-06 F14 thousands of alerts are exported a few at a time, each once, with their notices', async () => {
  const { api, owner } = world()
  const { owner: id, system, sn } = await owner()
  // Three at each instant.
  await api.db.run(
    `with added as (
       insert into alert (owner, system, cause, subject, begun_at, standing_since, count, raised_at, rounds)
       select $1, $2, 'warning', lpad(i::text, 3, '0'), $3, $3, 1, $3::timestamptz + i / 3 * interval '1 ms', 1
       from generate_series(0, 120) as i returning id)
     insert into alert_notice (alert, owner, kind, made_at, address) select id, $1, 'begun', $3, 'a@example.org' from added`,
    [id, system, api.now()],
  )
  const pages: AlertRow[][] = []
  for await (const page of alertPages(api.db, id, new Map([[system, sn]]))) pages.push(page)
  expect(pages.map((page) => page.length)).toEqual([50, 50, 21])
  const rows = pages.flat()
  expect(rows.every((row) => row.sn === sn && row.told.includes('a@example.org'))).toBe(true)
  const times = rows.map(({ raised_at }) => raised_at?.getTime() ?? 0)
  expect(times).toEqual(times.toSorted((a, b) => a - b))
  expect(new Set(rows.map(({ raised_at }) => raised_at?.getTime())).size).toBe(41)
})
