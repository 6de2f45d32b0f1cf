import { serialNumber } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { pino } from 'pino'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../../test/cli.ts'
import { NOW, setUpTelemetry } from '../../../../test/set-up/telemetry.ts'
import { accountStore } from '../../../identity/accounts/store.ts'
import { openFormerSecrets } from '../../../systems/former-secrets.ts'
import { SECRET_GIVEN, systemStore } from '../../../systems/store.ts'

const { db, newSystem } = setUpTelemetry()
const run = (...args: string[]) => commandLine(args, { db: db(), now: new Date() })
const json = async (...args: string[]): Promise<unknown> => JSON.parse((await run(...args, '--json')).out)
const signsIn = async (sn: string, secret: string) =>
  (await systemStore(db()).authenticate(sn, secret)) !== null
const listed = async (...more: string[]) =>
  z
    .object({ systems: z.array(z.looseObject({ sn: z.string() })) })
    .parse(await json('system', 'list', ...more))
    .systems.map(({ sn }) => sn)

let sn: string
beforeEach(async () => {
  sn = (await newSystem()).sn
})
const newSecret = async (...more: string[]) =>
  z.object({ secret: z.string() }).parse(await json('system', 'secret', sn, ...more)).secret
/** Serial numbers of units that are asked to sign in anew. */
async function disconnected() {
  const printed: string[] = []
  const stop = db().listen(
    SECRET_GIVEN,
    (one) => printed.push(one),
    () => undefined,
  )
  onTestFinished(stop)
  await eventually(async () => {
    await db().run(`select pg_notify('${SECRET_GIVEN}', 'ready')`)
    expect(printed).toContain('ready')
  })
  // All that was announced before has come by now.
  return () => printed.filter((one) => one === sn).length
}

describe('a new secret', () => {
  it('HND-14 is good at once, and the one before for an hour', async () => {
    const printed = await disconnected()
    const before = printed()
    const secret = await newSecret()
    await eventually(() => expect(printed()).toBe(before + 1))
    expect([await signsIn(sn, secret), await signsIn(sn, 'secret'), await signsIn(sn, '')]).toEqual([
      true,
      true,
      false,
    ])
    await db().run(`update storage_system set former_secret_until = now() where sn = $1`, [sn])
    expect([await signsIn(sn, secret), await signsIn(sn, 'secret')]).toEqual([true, false])
  })

  it('HND-14 ends the one before at once if that is known to somebody', async () => {
    const secret = await newSecret('--at-once')
    expect([await signsIn(sn, secret), await signsIn(sn, 'secret')]).toEqual([true, false])
  })

  it('HND-14 disconnects who still uses the one before, when its hour is over', async () => {
    const printed = await disconnected()
    const before = printed()
    await newSecret()
    await eventually(() => expect(printed()).toBe(before + 1))
    const later = new Date(Date.now() + 3_600_001)
    const job = openFormerSecrets({ db: db(), now: () => later, log: pino({ level: 'silent' }) }, 20)
    onTestFinished(() => job.close())
    await eventually(() => expect(printed()).toBe(before + 2))
    expect(await signsIn(sn, 'secret')).toBe(false)
  })

  it('HND-14 HND-12 is in the audit, without the secret', async () => {
    const secret = await newSecret('--why', 'returned by its owner')
    const { out } = await run('audit', 'list', '--subject', sn, '--json')
    expect(out).toContain('returned by its owner')
    expect(out).not.toContain(secret)
  })
})

describe('a retired system', () => {
  it('HND-14 is in no list and no count, does not sign in and cannot be claimed, until it is reinstated', async () => {
    const printed = await disconnected()
    const before = printed()
    expect((await run('system', 'remove', sn)).code).toBe(0)
    await eventually(() => expect(printed()).toBe(before + 1))
    expect([(await listed()).includes(sn), (await listed('--retired')).includes(sn)]).toEqual([false, true])
    expect(await signsIn(sn, 'secret')).toBe(false)
    expect(await json('system', 'show', sn)).toMatchObject({
      retired_at: expect.any(String),
      has_code: false,
    })
    expect((await run('system', 'reinstate', sn)).code).toBe(0)
    expect([(await listed()).includes(sn), await signsIn(sn, 'secret')]).toEqual([true, true])
  })

  it.each([
    ['remove', 'is owned', 'has an owner: system release'],
    ['reinstate', 'is in service', 'is not retired'],
  ])('HND-14 system %s does nothing to one that %s', async (command, what, output) => {
    if (what === 'is owned') {
      const owner = (await accountStore(db()).create(`${sn}@example.org`, 'hash', 'de')) ?? ''
      const { id = 0 } = (await systemStore(db()).find(serialNumber.parse(sn))) ?? {}
      await systemStore(db()).claim(id, owner, NOW)
    }
    expect(await run('system', command, sn)).toMatchObject({ code: 1, err: expect.stringContaining(output) })
    expect(await signsIn(sn, 'secret')).toBe(true)
  })

  it('HND-14 is retired once', async () => {
    await run('system', 'remove', sn)
    const again = await run('system', 'remove', sn)
    expect(again).toMatchObject({ code: 1, err: expect.stringContaining('has been retired since') })
  })
})
