import { getCounterJumps } from '@kellersonne/contract/energy/counters'
import { listFindings } from '@kellersonne/contract/energy/findings'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import type { FindingName } from '@kellersonne/core/energy/findings/judgement'
import type { Wrong } from '@kellersonne/core/energy/findings/test/house'
import { wattHours } from '@kellersonne/core/units/units'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readingsOf } from '../../../test/house.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { NO_MESSAGES } from '../../../test/set-up/telemetry.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { transferOwnership } from '../../systems/transfer-ownership.ts'
import { judgeSystems } from './judging.ts'

const BEFORE = 63
const DAYS = BEFORE + 3
const AT_ONCE = 500
const DAY_MINUTES = 24 * 60
const STUCK: Wrong = { from: BEFORE, charges: false, discharges: false }

const world = setUpAlerts()

/** Stores what a unit sent; its PV counter rises by `jump` two days ago. */
async function send(system: number, wrong?: Wrong, days = DAYS, jump = 0) {
  const since = world().api.now().getTime() - 2 * DAY_MINUTES * 60_000
  const items = readingsOf(system, wrong, days, world().api.now().getTime()).map((item) => {
    if (item.reading.at.getTime() < since) return item
    const { counters } = item.reading
    return {
      ...item,
      reading: { ...item.reading, counters: { ...counters, pv: wattHours((counters.pv ?? 0) + jump) } },
    }
  })
  for (let i = 0; i < items.length; i += AT_ONCE)
    await storeBatch(world().api.db, items.slice(i, i + AT_ONCE))
}

/** Judges all systems that are due now. */
async function judge() {
  const { db, now } = world().api
  while (await db.transaction((sql) => judgeSystems(sql, now())));
}

async function reported(email: string) {
  const { access } = await world().api.signIn(email)
  const [system] = listFindings.response.parse(
    (await world().api.get('/api/auth/findings/', access)).json(),
  ).systems
  return system ?? expect.fail('no system')
}

const names = (found: Awaited<ReturnType<typeof reported>>) => found.findings.map(({ name }) => name)
const verdictOf = (found: Awaited<ReturnType<typeof reported>>, wanted: FindingName) =>
  found.checks.find(({ name }) => name === wanted)

describe('a battery that stops working', () => {
  it('HLT-10 HLT-18 is found within three days with its numbers and announced once, and so is its end', async () => {
    const { owner, pass, report, letters, api } = world()
    const { system, email } = await owner()
    const wait = async (minutes: number) => {
      api.clock.skip((minutes - 1) * 60_000)
      await report(system)
      await pass(1)
    }
    await send(system, STUCK)
    await judge()
    const found = await reported(email)
    expect(names(found)).toEqual(['no_charge', 'no_discharge'])
    const [first] = found.findings
    expect(first?.value).toBeLessThan(0.1)
    expect(first?.usual).toBeGreaterThan(0.9)
    expect(first?.points.length).toBeGreaterThan(50)
    const days = (api.now().getTime() - Date.parse(first?.begun_at ?? '')) / DAY_MINUTES / 60_000
    expect(days).toBeGreaterThan(2)
    expect(days).toBeLessThan(4)
    await wait(1)
    const [mail, ...others] = await letters()
    expect(others).toEqual([])
    expect(mail?.text).toContain('lädt kaum noch, obwohl Überschuss da ist')
    await wait(2 * DAY_MINUTES)
    await send(system, undefined, 2)
    await judge()
    expect((await reported(email)).findings.map(({ ended_at }) => ended_at !== null)).toEqual([true, true])
    await wait(1)
    await wait(30)
    const texts = (await letters()).map(({ text }) => text).join()
    expect(texts).toContain('nicht mehr auf')
    expect(texts).not.toContain('Das zeigen die eigenen Messwerte')
    // Judged once a night, however often the job looks.
    const { judged_at } = await reported(email)
    api.clock.skip(60_000)
    await judge()
    expect((await reported(email)).judged_at).toBe(judged_at)
  })

  it('HLT-16 is listed with the jumps of its counters, as they are beside charts', async () => {
    const { owner, api } = world()
    const { system, email } = await owner()
    await send(system, undefined, 9, 1_000_000)
    await judge()
    const found = await reported(email)
    const { access } = await api.signIn(email)
    const { jumps } = getCounterJumps.response.parse(
      (await api.get('/api/auth/counter_jumps/?sn=-1', access)).json(),
    )
    expect(jumps).toHaveLength(1)
    expect(found.findings).toMatchObject([
      { name: 'counter', value: (jumps[0]?.after ?? 0) - (jumps[0]?.before ?? 0), begun_at: jumps[0]?.until },
    ])
  })

  it('HLT-17 is excused while its unit reports that it stands by', async () => {
    const { owner, api } = world()
    const { system, email } = await owner()
    await send(system, STUCK)
    const at = new Date(api.now().getTime() - 4 * DAY_MINUTES * 60_000)
    const state = statePayload.parse({ status: 'standby', ...NO_MESSAGES, at: at.toISOString() })
    await storeBatch(api.db, [{ kind: 'state', system, receivedAt: at, state }])
    await judge()
    expect(names(await reported(email))).toEqual([])
  })

  it('HLT-18 is nobody’s business but its owner’s, and not a new owner’s', async () => {
    const { owner, api } = world()
    const { system, sn, email, owner: former } = await owner()
    await send(system, STUCK)
    await judge()
    expect(names(await reported(email))).toContain('no_charge')
    const buyer = await owner(0)
    const item = { system, sn: serialNumber.parse(sn), owner: buyer.owner }
    await api.db.transaction((sql) => transferOwnership(sql, item, { by: 'handover', former }, api.now()))
    expect(await reported(buyer.email)).toMatchObject({ findings: [], checks: [], judged_at: null })
    await judge()
    const after = await reported(buyer.email)
    expect(after.findings).toEqual([])
    expect(verdictOf(after, 'no_charge')).toMatchObject({ verdict: 'unknown', why: 'too_little' })
    const open = await api.db.rows(
      z.object({ ended: z.boolean() }),
      'select ended_at is not null as ended from finding where system = $1',
      [system],
    )
    expect(open.every(({ ended }) => ended)).toBe(true)
  })
})
