import { receipt } from '@kellersonne/contract/firmware/updates'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { cuttable } from '../../../test/database/cuttable.ts'
import { type TestUpdates, testUpdates } from '../../../test/set-up/update-service.ts'
import { unzip } from '../../../test/unzip.ts'
import { systemStore } from '../../systems/store.ts'

const list = z.object({ total: z.int(), updates: z.array(receipt) })
const WORDING = 'Ich habe den Speicher ausgeschaltet und starte das Update.'
let test: TestUpdates
let anna: Awaited<ReturnType<TestUpdates['enter']>> & { owner: string; system: number }
let round = 0
const sn = () => `${round}001`
const email = () => `anna${round}@example.org`
beforeAll(async () => {
  test = await testUpdates()
  await test.release('bms', '2.5.0', 1000, { changes: { de: 'Lädt später', en: 'Charges later' } })
  await test.release('gateway', '3.2.0')
})
beforeEach(async () => {
  round += 1
  await test.forgive()
  const { owner, systems } = await test.owner(email(), [sn()])
  anna = { ...(await test.enter(email())), owner, system: systems[0] ?? 0 }
  await test.report(anna.system, { bms: '2.4.0', gateway: '3.1.0' }, { status: 'off', display: 'update' })
})
afterAll(() => test.close())

const get = (path: string, access = anna.access) => test.get(path, access)
const post = (path: string, form: Record<string, string>, access = anna.access) =>
  test.post(path, form, { headers: { authorization: `Bearer ${access}` } })
const SHOWN = 'bms 2.5.0,gateway 3.2.0'
const consent = (form: Record<string, string> = {}, access = anna.access) =>
  post('/api/auth/update/consent/', { sn: sn(), lang: 'de', wording: WORDING, parts: SHOWN, ...form }, access)
const look = async () => (await get(`/api/auth/update/?sn=${sn()}`)).json()
const listed = async (query = '') => list.parse((await get(`/api/auth/updates/?sn=${sn()}${query}`)).json())
async function installAll() {
  await test.start(anna.cookie, sn())
  const unit = test.unit(sn())
  for (let id = await unit.action(); id !== null; id = await unit.action()) {
    await unit.download(id)
    await unit.installed(id)
    await unit.succeed(id)
  }
}

describe('the flight plan', () => {
  it('UPD-19 says what must be so, what would be installed, and how long it usually takes', async () => {
    const plan = await look()
    expect(plan).toMatchObject({
      ...{ service: 'https://updates.example', versions: { bms: '2.4.0', gateway: '3.1.0' }, last: null },
      status: { new_update: true, total_updates: 2 },
      plan: {
        checks: { online: true, switched_off: true, update_mode: true, charged: null },
        ready: false,
        parts: [
          {
            ...{ chip: 'bms', from: '2.4.0', to: '2.5.0', size: 1000 },
            notes: { de: 'Neu in 2.5.0', en: 'New in 2.5.0' },
            changes: { de: 'Lädt später', en: 'Charges later' },
          },
          { chip: 'gateway', from: '3.1.0', to: '3.2.0', changes: null },
        ],
      },
    })
  })

  it('UPD-19 learns the usual duration from what has finished, once that is of enough owners', async () => {
    const usual = async () => (await look()).plan.parts[0].usual
    await test.db.run('delete from update_action')
    expect(await usual()).toBeNull()
    const owners = [1, 2, 3, 4, 5].map((n) => test.owner(`fleet${n}@example.org`, [`${round}01${n}`]))
    await test.db.run(
      `with made as (insert into firmware_update (system, since, asked_at) select system, since, since from ownership
         where system = any($1) returning id, system) insert into update_action (system, firmware_update, part, release, state, started_at, installed_at, ended_at)
       select made.system, made.id, 1, release.id, 'finished', day, day + interval '90 seconds', day + interval '1 hour'
       from made, release, (select timestamptz '2026-01-02' as day) as past where chip = 'bms'`,
      [(await Promise.all(owners)).flatMap(({ systems }) => systems)],
    )
    expect(await usual()).toEqual({ ms: 90_000, samples: 5 })
    await test.db.run('delete from update_action')
  })

  it('UPD-19 says of a system that has never spoken that nothing is known', async () => {
    const { owner } = await test.owner(`new${round}@example.org`, [`${round}005`])
    expect(owner).toBeTruthy()
    const { access } = await test.enter(`new${round}@example.org`)
    expect((await get(`/api/auth/update/?sn=${round}005`, access)).json()).toMatchObject({
      status: { new_update: false },
      plan: { checks: { online: false, switched_off: null, update_mode: null, charged: null }, parts: [] },
    })
  })
})

describe('the ledger', () => {
  it('UPD-20 notes what was agreed to, in which words, and the receipt shows it', async () => {
    const given = (await consent()).json()
    expect(given).toMatchObject({
      ...{ sn: sn(), language: 'de', wording: WORDING },
      parts: [
        { chip: 'bms', from: '2.4.0', to: '2.5.0' },
        { chip: 'gateway', from: '3.1.0', to: '3.2.0' },
      ],
    })
    await installAll()
    expect((await listed()).updates[0]).toMatchObject({
      ...{ outcome: 'finished', by: email(), consent: given },
      parts: [{ sha256: expect.stringMatching(/^[0-9a-f]{64}$/), state: 'finished' }, { state: 'finished' }],
    })
  })

  const startUnasked = () => test.start(anna.cookie, sn(), {}, { agreed: false })

  it('UPD-20 F17 without a consent nothing is started', async () => {
    expectProblem(await startUnasked(), 409, 'consent_missing')
    expect((await look()).last).toBeNull()
    await consent()
    expect((await startUnasked()).statusCode).toBe(200)
  })

  it.each(['bms 2.5.0', 'bms 2.5.0,gateway 3.1.9', 'bms 2.5.0,gateway 3.2.0,inverter 1.0', 'x'])(
    'UPD-20 to something else than there is now is refused: %s',
    async (parts) => {
      expectProblem(await consent({ parts }), 409, 'update_changed')
      expectProblem(await startUnasked(), 409, 'consent_missing')
    },
  )

  it('UPD-20 F17 counts for what was agreed to, not for what has come since', async () => {
    await consent()
    await test.report(anna.system, { bms: '2.4.0', gateway: '3.1.5' })
    expectProblem(await startUnasked(), 409, 'consent_missing')
    const given = (await consent()).json()
    expect((await startUnasked()).statusCode).toBe(200)
    expect((await look()).last).toMatchObject({ consent: given, parts: [{}, { from: '3.1.5' }] })
  })

  it('UPD-20 F17 counts once', async () => {
    const given = (await consent()).json()
    await startUnasked()
    expect((await look()).last.consent).toEqual(given)
    const unit = test.unit(sn())
    await unit.fail((await unit.action()) ?? '')
    expectProblem(await startUnasked(), 409, 'consent_missing')
  })

  it('UPD-20 F17 a consent of long ago is none for today', async () => {
    await consent()
    test.clock.skip(16 * 60_000)
    anna = { ...anna, ...(await test.enter(email())) }
    expectProblem(await startUnasked(), 409, 'consent_missing')
  })

  it.each([
    [{ wording: '' }, 400, 'input_invalid'],
    [{ parts: '' }, 400, 'input_invalid'],
    [{ parts: 'x'.repeat(1001) }, 400, 'input_invalid'],
    [{ wording: 'x'.repeat(4001) }, 400, 'input_invalid'],
    [{ lang: 'fr' }, 400, 'input_invalid'],
    [{ sn: '-1' }, 400, 'input_invalid'],
    [{ sn: '777777' }, 404, 'not_found'],
  ] as const)('UPD-20 with %j is refused', async (form, status, code) => {
    expectProblem(await consent(form), status, code)
  })

  it('UPD-20 more often than 60 times an hour has to wait', async () => {
    for (let i = 0; i < 60; i += 1) await consent({ parts: 'x' })
    expectProblem(await consent(), 429, 'too_many_attempts')
  })

  it('UPD-20 to nothing at all is refused', async () => {
    await test.report(anna.system, { bms: '2.5.0' })
    expectProblem(await consent(), 409, 'no_update')
  })

  it('SET-06 UPD-20 is part of the export, and so is what was updated', async () => {
    await consent({ wording: '=Formel' })
    await installAll()
    const files = await unzip((await get('/api/auth/export/')).rawPayload)
    expect(JSON.parse(files.get(`consents/${sn()}.json`) ?? '')).toMatchObject([{ wording: '=Formel' }])
    expect(files.get(`consents/${sn()}.csv`)).toContain("'=Formel")
    expect(JSON.parse(files.get(`updates/${sn()}.json`) ?? '')).toMatchObject([
      { chip: 'bms', from: '2.4.0', to: '2.5.0', state: 'finished', outcome: 'finished' },
      { chip: 'gateway' },
    ])
  })
})

describe('somebody else', () => {
  it('API-11 sees, agrees, cancels and knows of nothing', async () => {
    await test.start(anna.cookie, sn())
    const { id } = (await look()).last
    await test.owner(`mallory${round}@example.org`)
    const { access } = await test.enter(`mallory${round}@example.org`)
    for (const answer of [
      await get(`/api/auth/update/?sn=${sn()}`, access),
      await get(`/api/auth/updates/?sn=${sn()}`, access),
      await consent({}, access),
      await post('/api/auth/update/cancel/', { sn: sn() }, access),
      await post('/api/auth/update/seen/', { id }, access),
    ])
      expectProblem(answer, 404, 'not_found')
    expect((await look()).last).toMatchObject({ outcome: 'running', seen: false })
  })

  it('API-11 who has the system next sees what goes on, and nothing from before', async () => {
    await consent()
    await test.start(anna.cookie, sn())
    const unit = test.unit(sn())
    await unit.download((await unit.action()) ?? '', { range: 'bytes=0-9' })
    const { owner } = await test.owner(`next${round}@example.org`)
    await systemStore(test.db).release(serialNumber.parse(sn()), anna.owner, test.now())
    test.clock.skip(1000)
    await systemStore(test.db).claim(anna.system, owner, test.now())
    anna = { ...anna, ...(await test.enter(`next${round}@example.org`)) }
    expect((await look()).last).toMatchObject({ outcome: 'running', by: null, consent: null })
    expect(await listed()).toMatchObject({ total: 0 })
    expect(await test.status(anna.cookie, sn())).toMatchObject({ new_update: true, total_updates: 2 })
    await unit.fail((await unit.action()) ?? '')
    expect(await test.status(anna.cookie, sn())).toMatchObject({ page: 0 })
    expect((await look()).last).toBeNull()
  })
})

describe('the update service', () => {
  it('API-10 says that the database is away, lets nobody in meanwhile, and goes on after it', async () => {
    const line = cuttable()
    const cut = await testUpdates({ through: line.through })
    await cut.owner('cut@example.org', ['1'])
    const { cookie } = await cut.enter('cut@example.org')
    expect((await cut.ask(cookie, '1')).statusCode).toBe(200)
    await line.cut()
    for (const answer of [
      await cut.ask(cookie, '1'),
      await cut.start(cookie, '1', {}, { agreed: false }),
      await cut.unit('1').get(''),
    ]) {
      expectProblem(answer, 503, 'unavailable')
      expect(answer.headers['retry-after']).toBe('2')
    }
    await line.mend()
    await eventually(async () => expect((await cut.ask(cookie, '1')).statusCode).toBe(200))
    await cut.close()
    await line.cut()
  })
})
