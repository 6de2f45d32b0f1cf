import { once } from 'node:events'
import { get } from 'node:http'
import { promisify } from 'node:util'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { eventually } from '@kellersonne/testing/eventually'
import { afterEach, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../../../test/api.ts'
import { MINUTE, updatableUnit } from '../../../test/set-up/updates.ts'
import { systemStore } from '../../systems/store.ts'

const { anna, begin, round, sn, unit, updates } = updatableUnit()

const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/**
 * Runs `work` while the database holds back everything that it is asked about these tables. `expectTaken` expects that
 * `count` connections wait for it and no more, and that an owner still finds one.
 */
const holding = <T>(tables: string, work: (expectTaken: (count: number) => Promise<void>) => Promise<T>) =>
  updates().db.transaction(async (sql) => {
    await sql.run(`lock table ${tables} in access exclusive mode`)
    let most = 0
    // On the connection that holds the lock: there may be no other.
    async function mostWaiting() {
      await sql.run('select pg_stat_clear_snapshot()')
      most = Math.max(most, await sql.run(waits))
      return most
    }
    return work(async (count) => {
      await expect.poll(mostWaiting).toBe(count)
      expect((await updates().get('/api/auth/sessions/', anna().access)).statusCode).toBe(200)
      expect(await mostWaiting()).toBe(count)
    })
  })

/** Polls with made-up secrets, each from another network of the site. */
const guesses = (count: number, site: string) =>
  Array.from({ length: count }, (_, i) =>
    updates().inject({
      url: `/default/controller/v1/${8000 + i}`,
      remoteAddress: `${site}.${i}`,
      headers: { authorization: 'TargetToken guess' },
    }),
  )

describe('the turns of units', () => {
  it('API-14 F14 are a stranger’s until a secret is known, whatever addresses one has', async () => {
    const ofOneSite = await holding('storage_system', async (expectTaken) => {
      const answers = guesses(50, '127.5.0')
      await expectTaken(2)
      return answers
    })
    await Promise.all(ofOneSite)
    const ofMany = await holding('storage_system', async (expectTaken) => {
      const answers = ['127.5.1', '127.5.2', '127.5.3'].flatMap((site) => guesses(20, site))
      await expectTaken(3)
      return answers
    })
    await Promise.all(ofMany)
  })

  it('API-14 F14 are the same as those of strangers at the portal', async () => {
    const ofBoth = await holding('storage_system, attempt', async (expectTaken) => {
      const answers = [
        ...guesses(20, '127.5.4'),
        ...Array.from({ length: 20 }, (_, i) =>
          updates().post(
            '/api/auth/password_reset/confirm/',
            { token: 'made-up', password: PASSWORD },
            { remoteAddress: `127.5.${5 + (i % 3)}.1` },
          ),
        ),
      ]
      await expectTaken(3)
      return answers
    })
    await Promise.all(ofBoth)
  })

  it('API-14 F14 come one after another to one unit, and to few units at once', async () => {
    await updates().owner(`b${round()}@example.org`, [`${round()}002`, `${round()}003`])
    const units = [unit(), updates().unit(`${round()}002`), updates().unit(`${round()}003`)]
    for (const one of units) await one.get('')
    const ofOne = await holding('update_action', async (expectTaken) => {
      const answers = Array.from({ length: 20 }, () => unit().get(''))
      await expectTaken(1)
      return answers
    })
    await Promise.all(ofOne)
    const ofAll = await holding('update_action', async (expectTaken) => {
      const answers = units.flatMap((one) => Array.from({ length: 10 }, () => one.get('')))
      await expectTaken(2)
      return answers
    })
    await Promise.all(ofAll)
  })

  it('UPD-08 API-14 end before an image is sent, however slowly its unit reads it', async () => {
    await updates().release('display', `3.${round()}`, 20_000_000)
    await updates().report(anna().system, { display: '1.0' })
    const id = await begin()
    const file = unit().fileOf(await unit().offer(id))
    const origin = await updates().service().listen({ port: 0, host: '127.0.0.1' })
    const reading = get(`${origin}${unit().root}${file}`, {
      headers: { authorization: 'TargetToken unit' },
    }).on('error', () => undefined)
    const [answer] = await once(reading, 'response')
    expect((await unit().get('')).statusCode).toBe(200)
    expect(answer.complete).toBe(false)
    // Nor did the service break it off meanwhile.
    const { server } = updates().service()
    expect(await promisify(server.getConnections.bind(server))()).toBe(1)
    reading.destroy()
  })
})

describe('a unit’s secret', () => {
  afterEach(() => {
    updates().clock.go()
    updates().clock.skip(MINUTE)
  })
  const poll = async (secret?: string) => (await updates().unit(sn(), secret).get('')).statusCode

  it('API-14 PRD-01 F9 waits behind no wrong one from the same address', async () => {
    const from = (secret: string) =>
      updates().inject({
        url: `/default/controller/v1/${sn()}`,
        remoteAddress: '127.6.0.1',
        headers: { authorization: `TargetToken ${secret}` },
      })
    for (let i = 0; i < 10; i += 1) expect((await from('wrong')).statusCode).toBe(401)
    const guesses = Array.from({ length: 300 }, (_, i) => from(`wrong ${i}`))
    expect((await from('unit')).statusCode).toBe(200)
    const codes = (await Promise.all(guesses)).map(({ statusCode }) => statusCode)
    expect(new Set(codes)).toEqual(new Set([401]))
  })

  it('API-14 is not looked up again when the unit is known', async () => {
    expect(await poll()).toBe(200)
    expect(await holding('storage_system', () => poll())).toBe(200)
  })

  it('API-11 is looked up again if another one is given, and after five minutes', async () => {
    expect(await poll()).toBe(200)
    expect(await poll('wrong')).toBe(401)
    const kept = z.object({ hash: z.instanceof(Buffer) })
    const found = await updates().db.row(
      kept,
      'select secret_hash as hash from storage_system where sn = $1',
      [sn()],
    )
    const setHash = (hash: Buffer | undefined) =>
      updates().db.run('update storage_system set secret_hash = $2 where sn = $1', [sn(), hash])
    // A busy database is late with notifications, and meanwhile nobody is known.
    await eventually(async () => {
      await setHash(found?.hash)
      expect(await poll()).toBe(200)
      await setHash(Buffer.alloc(32))
      expect(await poll()).toBe(200)
    })
    updates().clock.skip(5 * MINUTE)
    expect(await poll()).toBe(401)
  })

  it('API-11 that was replaced is refused at once', async () => {
    expect(await poll()).toBe(200)
    await systemStore(updates().db).put({
      ...{ sn: serialNumber.parse(sn()), phase: 1, timeZone: 'Europe/Berlin' },
      secret: 'new',
    })
    await eventually(async () => expect(await poll()).toBe(401))
    expect(await poll('new')).toBe(200)
  })

  it('API-14 is followed by the limit of a minute, before the database is asked for anything', async () => {
    updates().clock.stop()
    for (let i = 0; i < 300; i += 1) await unit().get('/deploymentBase/none')
    const answer = await holding('storage_system, update_action', () => unit().get(''))
    expectProblem(answer, 429, 'too_many_attempts')
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  })
})
