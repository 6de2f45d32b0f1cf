import { listFindings } from '@kellersonne/contract/energy/findings'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { beforeEach, expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { AT_ONCE, releaseStore } from '../../firmware/releases/store.ts'

const world = setUpAlerts()
const NOTES = { de: 'Neu', en: 'New' }
const MINUTE_MS = 60_000
const FIX = { chip: 'bms', version: '2.5.0' }

let tests = 0
beforeEach(async () => {
  // Releases are remembered by the clock, which each test sets back.
  world().api.clock.skip(++tests * MINUTE_MS)
  await world().api.db.run('delete from release')
})

/** Publishes bms 2.5.0, which fixes that charging is left undone; nobody downloads it. */
async function publish(share = 100) {
  const { db, now, clock } = world().api
  await releaseStore(db).addKey({ id: 'k', pem: 'k', addedAt: now() })
  await releaseStore(db).add({
    ...{ ...FIX, size: 1, sha256: 'a'.repeat(64), sha1: 'a'.repeat(40), key: 'k', signature: 's' },
    ...{ notes: NOTES, changes: null, fixes: ['no_charge', 'signs'], ...AT_ONCE, share, publishedAt: now() },
  })
  // Releases are read anew after a second.
  clock.skip(2000)
}

/** An owner of a battery with this version, at which things were found. */
async function affected(version: string, found: readonly string[]) {
  const made = await world().owner()
  const { api } = world()
  const at = api.now().toISOString()
  const state = statePayload.parse({ at, status: 'on', versions: { bms: version } })
  await storeBatch(api.db, [{ kind: 'state', system: made.system, receivedAt: state.at, state }])
  for (const name of found)
    await api.db.run(
      `insert into finding (system, since, name, begun_at, reasons)
       select system, since, $2, $3, '{"value": 0, "usual": 1, "limit": 0.5, "points": []}' from ownership where system = $1`,
      [made.system, name, api.now()],
    )
  return made
}

async function fixesOf(email: string) {
  const { api } = world()
  const { access } = await api.signIn(email)
  const answer = listFindings.response.parse((await api.get('/api/auth/findings/', access)).json())
  return answer.systems.flatMap(({ findings }) => findings.map(({ name, fix }) => ({ name, fix })))
}

it('HLT-31 an open finding names the update that is offered and fixes it, and others none', async () => {
  await publish()
  const { email, system } = await affected('2.4.0', ['no_charge', 'pv'])
  expect(await fixesOf(email)).toEqual([
    { name: 'no_charge', fix: FIX },
    { name: 'pv', fix: null },
  ])
  const end = "update finding set ended_at = $2 where system = $1 and name = 'no_charge'"
  await world().api.db.run(end, [system, world().api.now()])
  expect((await fixesOf(email)).map(({ fix }) => fix)).toEqual([null, null])
})

it.each([
  ['that runs it already', '2.5.0', async () => publish()],
  ['that it has not reached', '2.4.0', async () => publish(0)],
  [
    'of which it is paused',
    '2.4.0',
    async () => {
      await publish()
      await releaseStore(world().api.db).pause(FIX, 'operator', world().api.now())
      world().api.clock.skip(2000)
    },
  ],
])('HLT-31 a system %s reads nothing of it', async (_, version, released) => {
  await released()
  const { email } = await affected(version, ['no_charge'])
  expect(await fixesOf(email)).toEqual([{ name: 'no_charge', fix: null }])
})

it('HLT-31 the mail about a finding names the update, and one about another finding none', async () => {
  const { pass, letters } = world()
  await publish()
  await affected('2.4.0', ['no_charge'])
  await pass(2)
  expect((await letters()).map(({ text }) => text).join()).toContain(
    'Für diesen Speicher gibt es ein Update (bms 2.5.0), das genau das beheben soll.',
  )
  await affected('2.4.0', ['pv'])
  await pass(2)
  const texts = (await letters()).map(({ text }) => text).join()
  expect(texts).toContain('bringt bei klarem Himmel weniger')
  expect(texts).not.toContain('Update (')
})
