import { wattHours } from '@kellersonne/core/units/units'
import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../test/cli.ts'
import { ago, NOW, setUpTelemetry, unknown } from '../../../test/set-up/telemetry.ts'
import { createSealing } from '../../telemetry/sealing/job.ts'

const { db, newSystem, system, reading, report } = setUpTelemetry()
const MINUTE_S = 60
const DAY_S = 86_400

const list = (...more: string[]) => commandLine(['counters', 'list', ...more], { db: db() })
const listed = async (...more: string[]) =>
  z
    .array(z.looseObject({ sn: z.string(), kind: z.string(), after: z.number() }))
    .parse(JSON.parse((await list(...more, '--json')).out))
const counting = (seconds: number, pv: number, of = system()) => ({
  ...reading(ago(seconds), { counters: { ...unknown.counters, pv: wattHours(pv) } }),
  system: of.id,
})

it('ENE-07 HND-03 lists jumps and falls of counters with both values, of one system or of all, the newest first', async () => {
  const other = await newSystem()
  await report(
    ...[counting(3 * DAY_S, 1000), counting(3 * DAY_S - MINUTE_S, 900_000)],
    ...[counting(2 * DAY_S, 900_500), counting(2 * DAY_S - MINUTE_S, 3)],
    ...[counting(DAY_S, 7, other), counting(DAY_S - MINUTE_S, 700_000, other)],
    ...[counting(9 * DAY_S, 5, other), counting(9 * DAY_S - MINUTE_S, 500_000, other)],
  )
  const all = [
    [other.sn, 'jump', 700_000],
    [system().sn, 'reset', 3],
    [system().sn, 'jump', 900_000],
  ]
  const ofAll = async () => (await listed()).map(({ sn, kind, after }) => [sn, kind, after])
  expect(await ofAll()).toEqual(all)
  const sealDays = createSealing()
  while (await db().transaction((sql) => sealDays(sql, NOW)));
  expect(await ofAll()).toEqual(all)
  expect(await listed(system().sn)).toEqual([
    {
      ...{ sn: system().sn, counter: 'pv', kind: 'reset', before: 900_500, after: 3 },
      ...{ from: ago(2 * DAY_S).toISOString(), until: ago(2 * DAY_S - MINUTE_S).toISOString() },
    },
    {
      ...{ sn: system().sn, counter: 'pv', kind: 'jump', before: 1000, after: 900_000 },
      ...{ from: ago(3 * DAY_S).toISOString(), until: ago(3 * DAY_S - MINUTE_S).toISOString() },
    },
  ])
  expect((await list(other.sn)).out).toMatch(
    /until +sn +counter +kind +Wh before +Wh after.*\n.* pv +jump +7 +700000 /,
  )
  expect(await list('9999')).toEqual({ code: 1, out: '', err: 'There is no system 9999.\n' })
})
