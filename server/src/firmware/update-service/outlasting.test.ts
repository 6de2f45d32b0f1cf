import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import type { TestUpdates } from '../../../test/set-up/update-service.ts'
import { range, updatableUnit } from '../../../test/set-up/updates.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { releaseStore } from '../releases/store.ts'
import { endOverdue } from '../runs/overdue.ts'
import { updateStore } from '../runs/store.ts'

const { anna, begin, email, images, round, sn, states, status, unit, updates } = updatableUnit()

describe('what outlasts', () => {
  it('UPD-13 a restart at any point changes nothing', async () => {
    const id = await begin()
    await updates().restart()
    expect(await unit().action()).toBe(id)
    const file = unit().fileOf(await unit().offer(id))
    await unit().get(file, range(0, 49_999))
    await updates().restart()
    expect((await unit().get(file, range(50_000))).rawPayload.equals(images().bms.subarray(50_000))).toBe(
      true,
    )
    await updates().restart()
    expect((await status()).page).toBe(90)
    await unit().installed(id)
    await updates().restart()
    expect((await status()).page).toBe(100)
    await unit().succeed(id)
    await updates().restart()
    expect(await states()).toEqual(['finished', 'waiting'])
  })

  it('UPD-13 a release that is paused is offered to nobody, but ends with who has begun', async () => {
    const id = await begin()
    const other = await updates().owner(`other${round()}@example.org`, [`${round()}008`])
    await updates().report(other.systems[0] ?? 0, { bms: '2.4.0' })
    const otherCookie = (await updates().enter(`other${round()}@example.org`)).cookie
    const offered = async () => (await updates().status(otherCookie, `${round()}008`)).new_update
    await eventually(async () => expect(await offered()).toBe(true))
    await releaseStore(updates().db).pause({ chip: 'bms', version: '2.5.0' }, 'operator', updates().now())
    await eventually(async () => expect(await offered()).toBe(false))
    expectProblem(await updates().start(otherCookie, `${round()}008`), 409, 'no_update')
    expect(await status()).toMatchObject({ new_update: true, total_updates: 2 })
    await unit().download(id)
    await unit().installed(id)
    expect((await unit().succeed(id)).statusCode).toBe(200)
  })

  type OneUnit = ReturnType<TestUpdates['unit']>
  type Ending = (one: OneUnit, id: string, name: string, access: string) => Promise<unknown>
  const cancelOf = (name: string, access: string) =>
    updates().post(
      '/api/auth/update/cancel/',
      { sn: name },
      { headers: { authorization: `Bearer ${access}` } },
    )
  const fails: Ending = async (one, id) => {
    await one.download(id)
    await one.fail(id)
  }
  it.each<[string, Ending, 'failures' | null]>([
    ['keeps failing', fails, 'failures'],
    ['units refuse at once', (one, id) => one.fail(id), 'failures'],
    [
      'units decline',
      (one, id) => one.feedback(id, { execution: 'rejected', finished: 'failure' }),
      'failures',
    ],
    ['units claim to have without reading it', (one, id) => one.succeed(id), 'failures'],
    [
      'failed before nobody switched the units off',
      async (one, id, name) => {
        await fails(one, id, name, '')
        await updates().db.run(
          `insert into update_action (system, firmware_update, part, release, state, ended_at, reason)
           select system, firmware_update, 9, release, 'interrupted', ended_at + interval '1 day', 'not_started'
           from update_action where id = $1`,
          [id],
        )
      },
      'failures',
    ],
    ['owners call off', (_one, _id, name, access) => cancelOf(name, access), null],
    [
      // Whether their owners left them off or they are broken, nobody can tell.
      'no unit comes back from',
      async (one, id) => {
        await one.download(id)
        await one.installed(id)
        await updates().db.run('update update_action set deadline = $2 where id = $1', [id, updates().now()])
        await updates().db.transaction((sql) => endOverdue(sql, updates().now()))
      },
      'failures',
    ],
    [
      'nobody switches the units off for',
      async (_one, id) => {
        await updates().db.run('update update_action set deadline = $2 where id = $1', [id, updates().now()])
        await updates().db.transaction((sql) => endOverdue(sql, updates().now()))
      },
      null,
    ],
  ])('HND-03 a release that %s: does it stop by itself?', async (_, end, pausedBy) => {
    await updates().release('charger', `5.${round()}`)
    for (let i = 0; i < 3; i += 1) {
      const name = `${round()}10${i}`
      const { systems } = await updates().owner(`c${name}@example.org`, [name])
      await updates().report(systems[0] ?? 0, { charger: '4.0' })
      const { cookie, access } = await updates().enter(`c${name}@example.org`)
      expect((await updates().start(cookie, name)).statusCode).toBe(200)
      const one = updates().unit(name)
      await end(one, (await one.action()) ?? '', name, access)
    }
    const all = await releaseStore(updates().db).ofChip('charger')
    expect(all.find(({ version }) => version === `5.${round()}`)).toMatchObject({ pausedBy })
  })

  it('HND-03 a release that fails on all systems of one owner goes on', async () => {
    await updates().release('charger', `5.${round()}`)
    const names = [0, 1, 2].map((i) => `${round()}20${i}`)
    const { systems } = await updates().owner(`one${round()}@example.org`, names)
    const { cookie } = await updates().enter(`one${round()}@example.org`)
    for (const [i, name] of names.entries()) {
      await updates().report(systems[i] ?? 0, { charger: '4.0' })
      expect((await updates().start(cookie, name)).statusCode).toBe(200)
      const one = updates().unit(name)
      await one.fail((await one.action()) ?? '')
    }
    const all = await releaseStore(updates().db).ofChip('charger')
    const release = all.find(({ version }) => version === `5.${round()}`)
    expect(release).toMatchObject({ pausedBy: null })
    const counts = await updateStore(updates().db).outcomeCounts(release?.id ?? 0)
    expect(counts).toEqual({ finished: 0, failed: 3, failedOwners: 1 })
  })

  it('HND-03 a release is judged by the last try of each system', async () => {
    await updates().release('charger', `5.${round()}`)
    await updates().report(anna().system, { charger: '4.0' })
    const charger = async () =>
      (await releaseStore(updates().db).ofChip('charger')).find(({ version }) => version === `5.${round()}`)
    const tries = async () => updateStore(updates().db).outcomeCounts((await charger())?.id ?? 0)
    for (let i = 0; i < 3; i += 1) await unit().fail(await begin())
    expect([await charger(), await tries()]).toMatchObject([{ pausedBy: null }, { finished: 0, failed: 1 }])
    const id = await begin()
    await unit().download(id)
    await unit().succeed(id)
    expect(await tries()).toMatchObject({ finished: 1, failed: 0 })
  })

  it('SET-04 an owner who leaves stops nothing, and leaves no name', async () => {
    const wording = `Ich, ${email()}, stimme zu`
    await updates().post(
      '/api/auth/update/consent/',
      { sn: sn(), lang: 'de', wording, parts: 'bms 2.5.0,gateway 3.2.0' },
      { headers: { authorization: `Bearer ${anna().access}` } },
    )
    const id = await begin()
    await unit().download(id, range(0, 9))
    await removeOwner(updates().db, anna().owner, updates().now())
    await unit().download(id)
    await unit().installed(id)
    expect((await unit().succeed(id)).statusCode).toBe(200)
    const text = await updates().db.rows(
      z.object({ text: z.string() }),
      `select (u.*)::text || (a.*)::text as text from firmware_update u join update_action a on a.firmware_update = u.id
       union all select c::text from update_consent c`,
    )
    expect(JSON.stringify(text)).not.toMatch(new RegExp(`${anna().owner}|${email()}`))
  })
})
