import { listFindings } from '@kellersonne/contract/energy/findings'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import type { Wrong } from '@kellersonne/core/energy/findings/test/house'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { readingsOf } from '../../../test/house.ts'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { NO_MESSAGES } from '../../../test/set-up/telemetry.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { transferOwnership } from '../../systems/transfer-ownership.ts'
import { judgeHours } from './hours.ts'
import { judgeSystems } from './judging.ts'
import { findingStore } from './store.ts'

const BEFORE = 63
const AT_ONCE = 500
const HOUR_MS = 3_600_000
const STUCK: Wrong = { from: BEFORE, charges: false, discharges: false }
const due = z.object({ due: z.nullable(z.date()) })
const learnt = z.object({ rules: z.array(z.unknown()) })

const world = setUpAlerts()

async function judge() {
  const { db, now } = world().api
  while (await db.transaction((sql) => judgeSystems(sql, now())));
  while (await db.transaction((sql) => judgeHours(sql, now())));
}

async function findingsOf(email: string) {
  const { access } = await world().api.signIn(email)
  const [system] = listFindings.response.parse(
    (await world().api.get('/api/auth/findings/', access)).json(),
  ).systems
  return system ?? expect.fail('no system')
}

/** An owner's system that was judged in the first minutes of a day, and what its unit sends on that day. */
async function atMidnight(wrong?: Wrong) {
  const { owner, report, api } = world()
  api.clock.skip(12 * HOUR_MS)
  const made = await owner()
  const midnight = Math.floor(api.now().getTime() / HOUR_MS) * HOUR_MS
  const items = readingsOf(made.system, wrong, BEFORE + 1, midnight + 24 * HOUR_MS)
  let sent = 0
  async function send() {
    const arrived = items.findLastIndex(({ receivedAt }) => receivedAt <= api.now()) + 1
    for (; sent < arrived; sent += AT_ONCE)
      await storeBatch(api.db, items.slice(sent, Math.min(sent + AT_ONCE, arrived)))
    sent = arrived
  }
  await send()
  await judge()
  return {
    ...made,
    /** Lets an hour pass, in which the unit sends what it measures, or nothing. */
    async hour({ isMeasuring = true, isReporting = true } = {}) {
      api.clock.skip(HOUR_MS)
      if (isMeasuring) await send()
      if (isReporting) await report(made.system)
      await judge()
    },
    reported: () => findingsOf(made.email),
    dueAt: async () =>
      (await api.db.row(due, 'select hour_due_at as due from watch'))?.due?.getTime() ?? null,
  }
}

describe('a battery that stops working at midnight', () => {
  it('HLT-32 is found and announced on the same day, once', async () => {
    const { hour, reported } = await atMidnight(STUCK)
    const { pass, letters, api } = world()
    for (let i = 0; i < 6; i += 1) await hour()
    expect((await reported()).findings).toEqual([])
    for (let i = 6; i < 13; i += 1) await hour()
    const found = await reported()
    expect(found.findings.map(({ name }) => name)).toContain('no_charge')
    expect(found.checks.find(({ name }) => name === 'no_charge')).toMatchObject({ verdict: 'unusual' })
    expect(Date.parse(found.findings[0]?.begun_at ?? '')).toBeGreaterThan(api.now().getTime() - 13 * HOUR_MS)
    await pass(1)
    expect((await letters()).map(({ text }) => text).join()).toContain(
      'lädt kaum noch, obwohl Überschuss da ist',
    )
    for (let i = 13; i < 18; i += 1) await hour()
    await pass(16)
    expect((await letters()).map(({ text }) => text).join()).not.toContain('lädt kaum noch')
    expect((await reported()).findings.filter(({ name }) => name === 'no_charge')).toHaveLength(1)
  })

  it('HLT-32 HLT-17 is excused while its unit reports that it stands by', async () => {
    const { system, hour, reported } = await atMidnight(STUCK)
    const { api } = world()
    const at = api.now()
    const state = statePayload.parse({ status: 'standby', ...NO_MESSAGES, at: at.toISOString() })
    await storeBatch(api.db, [{ kind: 'state', system, receivedAt: at, state }])
    for (let i = 0; i < 13; i += 1) await hour({ isReporting: false })
    expect((await reported()).findings).toEqual([])
  })
})

describe('an hour', () => {
  it('HLT-32 finds nothing while all is as it was, and turns to each system once', async () => {
    const { hour, reported, dueAt } = await atMidnight()
    const first = await dueAt()
    for (let i = 1; i <= 20; i += 1) {
      await hour()
      expect(await dueAt()).toBe((first ?? 0) + i * HOUR_MS)
    }
    expect((await reported()).findings).toEqual([])
  })

  it('HLT-32 in which nothing was measured shows nothing, and what was missed is not made up for', async () => {
    const { hour, reported, dueAt } = await atMidnight(STUCK)
    const first = await dueAt()
    for (let i = 0; i < 13; i += 1) await hour({ isMeasuring: false })
    expect(await dueAt()).toBe((first ?? 0) + 13 * HOUR_MS)
    world().api.clock.skip(3 * HOUR_MS)
    await judge()
    expect(await dueAt()).toBe((first ?? 0) + 16 * HOUR_MS)
    expect((await reported()).findings).toEqual([])
  })

  it('HLT-32 is judged by nothing that a former owner’s system showed', async () => {
    const { system, sn, owner: former, hour } = await atMidnight(STUCK)
    const { api, owner } = world()
    const buyer = await owner(0)
    const item = { system, sn: serialNumber.parse(sn), owner: buyer.owner }
    await api.db.transaction((sql) => transferOwnership(sql, item, { by: 'handover', former }, api.now()))
    await findingStore(api.db).follow(api.now())
    expect((await api.db.row(learnt, 'select day_rules as rules from watch'))?.rules).toEqual([])
    for (let i = 0; i < 13; i += 1) await hour()
    expect((await findingsOf(buyer.email)).findings).toEqual([])
  })
})
