import { pino } from 'pino'
import { describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { flat, NOW, setUpForecasts } from '../../../test/set-up/forecasts.ts'
import { createChangeNotifier } from '../../live/change-notifier.ts'
import { type OwnedSystem, systemStore } from '../../systems/store.ts'
import { openForecastJob } from './job.ts'
import { makeForecasts } from './making.ts'

const log = pino({ level: 'silent' })
const { db, newOwner, newSystem, report, make, madeAt, powers } = setUpForecasts()

describe('the job', () => {
  const made = async (system: OwnedSystem) => (await madeAt()).get(system.id)

  it('DSH-12 makes each forecast once a quarter, and anew after a restart that came late', async () => {
    const system = await newSystem()
    await report(system, 14)
    const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000)
    await make(NOW)
    await make(at(14))
    expect(await made(system)).toBe(NOW.toISOString())
    await make(at(15))
    await make(at(16))
    expect(await made(system)).toBe(at(15).toISOString())
    const job = openForecastJob({ db: db(), log, now: () => at(200), weather: null }, 60_000)
    await expect.poll(() => made(system)).toBe(at(200).toISOString())
    await job.close()
  })

  it('DSH-12 looks again after a minute where history was missing: a unit fills it in late', async () => {
    const system = await newSystem()
    const at = (seconds: number) => new Date(NOW.getTime() + seconds * 1000)
    await make(NOW)
    await report(system, 14)
    await make(at(59))
    expect(await powers(system)).toEqual(flat(null, null))
    await make(at(60))
    expect(await powers(system)).toEqual(flat(400, 500))
    await make(at(180))
    expect(await made(system)).toBe(at(60).toISOString())
  })

  it('DSH-12 F14 does not look again each minute for a unit that never sends one of the two', async () => {
    const system = await newSystem()
    await report(system, 14, () => ({ pv: 400, load: null }))
    await make(NOW)
    expect(await powers(system)).toEqual(flat(400, null))
    await make(new Date(NOW.getTime() + 180_000))
    expect(await made(system)).toBe(NOW.toISOString())
  })

  it('DSH-12 F14 a system that has never sent anything keeps no other from learning', async () => {
    const [mute, other] = [await newSystem(), await newSystem()]
    await report(other, 14)
    await make(NOW)
    await db().run('update forecast_memory set behind = true where system = any($1)', [[mute.id, other.id]])
    const behind = async () =>
      (await db().rows(z.object({ system: z.int() }), 'select system from forecast_memory where behind'))
        .map(({ system }) => system)
        .filter((system) => [mute.id, other.id].includes(system))
    for (let look = 1; look <= 20 && (await behind()).length > 0; look += 1)
      await make(new Date(NOW.getTime() + look * 15_000))
    expect(await behind()).toEqual([])
  })

  it('DSH-12 makes the forecast of a new owner at once, and notifies who watches', async () => {
    const job = openForecastJob({ db: db(), log, now: () => NOW, weather: null }, 60_000)
    const before = await newSystem()
    await expect.poll(() => made(before)).toBe(NOW.toISOString())
    const notifier = createChangeNotifier(db())
    const received = vi.fn()
    notifier.watch(new Set([before.id]), received)
    await expect.poll(() => received.mock.calls.length).toBe(1)
    await systemStore(db()).release(before.sn, before.owner, NOW)
    await expect.poll(() => made(before)).toBeUndefined()
    await systemStore(db()).claim(before.id, await newOwner(), NOW)
    await expect.poll(() => received.mock.calls.length).toBeGreaterThan(1)
    notifier.close()
    await job.close()
  })

  it('DSH-12 F14 leaves a system without one whose forecast fails, and makes all others', async () => {
    const [sick, well] = [await newSystem(), await newSystem()]
    await db().run(
      `create or replace function refuse_one() returns trigger language plpgsql as
         $$ begin if new.system = ${sick.id} and new.days <> '{}' then raise 'sick'; end if; return new; end $$`,
    )
    await db().run(
      'create trigger refuse_one before update on forecast for each row execute function refuse_one()',
    )
    const faults: number[] = []
    const onFault = (system: number) => void faults.push(system)
    while (await db().transaction((sql) => makeForecasts(sql, NOW, null, onFault)));
    await db().run('drop trigger refuse_one on forecast')
    expect([await made(sick), await made(well)]).toEqual([NOW.toISOString(), NOW.toISOString()])
    expect([...new Set(faults)]).toEqual([sick.id])
  })

  it('HND-01 DSH-12 shares the work with other processes, and waits for none of them', async () => {
    for (let i = 0; i < 12; i += 1) await newSystem()
    await make(NOW)
    const later = new Date(NOW.getTime() + 15 * 60_000)
    const [begun, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const other = db().transaction(async (sql) => {
      await makeForecasts(sql, later)
      begun.resolve()
      await over.promise
    })
    await begun.promise
    const left = async () => [...(await madeAt()).values()].filter((at) => at < later.toISOString()).length
    await make(later)
    const meanwhile = await left()
    over.resolve()
    await other
    expect([meanwhile, await left()]).toEqual([10, 0])
  })
})
