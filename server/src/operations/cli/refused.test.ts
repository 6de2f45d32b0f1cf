import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../test/cli.ts'
import { NOW, setUpTelemetry } from '../../../test/set-up/telemetry.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { refused } from '../../telemetry/intake/batch.ts'
import { storeRefusals } from '../../telemetry/intake/refusals.ts'

const { db, newSystem, system } = setUpTelemetry()

const list = async (...more: string[]) => (await commandLine(['refused', 'list', ...more], { db: db() })).out
const listed = async (...more: string[]) =>
  z
    .array(z.looseObject({ sn: z.string(), field: z.nullable(z.string()) }))
    .parse(JSON.parse(await list(...more, '--json')))

const refuse = ({ id }: OwnedSystem, minute: number, field: string, payload = '{}') =>
  storeRefusals(db(), [
    {
      ...{ kind: 'refusal', system: id, receivedAt: new Date(NOW.getTime() + minute * 60_000) },
      ...{ topic: 'reading', payload, ...refused('out_of_range', field, 100) },
    },
  ])

it('HND-09 lists what was refused, of one system or of all, the newest first', async () => {
  const other = await newSystem()
  await refuse(system(), 1, 'soc', '{"soc":\u001b[31m101}')
  await refuse(other, 3, 'pv_w')
  await refuse(system(), 2, 'energy_wh.pv')
  expect((await listed()).map(({ sn, field }) => [sn, field])).toEqual([
    [other.sn, 'pv_w'],
    [system().sn, 'energy_wh.pv'],
    [system().sn, 'soc'],
  ])
  expect(await listed(system().sn)).toMatchObject([
    { field: 'energy_wh.pv' },
    { field: 'soc', topic: 'reading', reason: 'out_of_range', limit: 100, payload: '{"soc":\u001b[31m101}' },
  ])
  // A terminal must not obey a unit.
  expect(await list(system().sn)).toMatch(/soc +100 +\{"soc":\uFFFD\[31m101\}/)
})

it('HND-09 prints nothing that a terminal would obey, whatever a unit calls its fields', async () => {
  await refuse(system(), 1, 'versions.\u001b]0;pwn\u0007\u202e')
  const text = await list(system().sn)
  expect(text).toContain('versions.\uFFFD]0;pwn\uFFFD\uFFFD')
  expect(text.split('\n').length).toBeGreaterThan(2)
})
