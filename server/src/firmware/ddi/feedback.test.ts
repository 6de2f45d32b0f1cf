import { receipt } from '@kellersonne/contract/firmware/updates'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { MINUTE, range, updatableUnit } from '../../../test/set-up/updates.ts'

const { anna, begin, last, states, status, unit, updates } = updatableUnit()

describe('what a unit says', () => {
  it('UPD-13 a failure is an interruption, whose reason is kept, and a new start is possible', async () => {
    const id = await begin()
    await unit().download(id)
    expect((await unit().fail(id, ['a', 'Signature check failed'])).statusCode).toBe(200)
    expect(await status()).toMatchObject({ page: -1, update_started: false, new_update: true })
    const known = await last()
    expect(known).toMatchObject({
      outcome: 'interrupted',
      parts: [
        { state: 'interrupted', reason: 'failed', details: ['a', 'Signature check failed'] },
        { state: null },
      ],
    })
    const seen = await updates().post(
      '/api/auth/update/seen/',
      { id: known?.id ?? '' },
      { headers: { authorization: `Bearer ${anna().access}` } },
    )
    expect(receipt.parse(seen.json()).seen).toBe(true)
    expect(await status()).toMatchObject({ page: 0, new_update: true })
    const again = await begin()
    expect(again).not.toBe(id)
    expect(await status()).toMatchObject({ page: 0, update_started: false })
  })

  it('UPD-13 what goes on cannot be known the end of: its interruption still shows', async () => {
    const id = await begin()
    await unit().download(id)
    const known = await last()
    const see = () =>
      updates().post(
        '/api/auth/update/seen/',
        { id: known?.id ?? '' },
        { headers: { authorization: `Bearer ${anna().access}` } },
      )
    expectProblem(await see(), 404, 'not_found')
    await unit().fail(id)
    expect(await status()).toMatchObject({ page: -1 })
    expect(receipt.parse((await see()).json()).seen).toBe(true)
  })

  it('UPD-08 a repeated final report is accepted, one that contradicts it is not', async () => {
    const id = await begin()
    await unit().download(id)
    await unit().installed(id)
    expect((await unit().succeed(id)).statusCode).toBe(200)
    const { parts: before } = (await last()) ?? {}
    expect((await unit().succeed(id)).statusCode).toBe(200)
    for (const answer of [await unit().fail(id), await unit().installed(id)])
      expectProblem(answer, 410, 'action_over')
    expect((await last())?.parts[0]).toEqual({ ...before?.[0], heard_at: expect.any(String) })
    const second = (await unit().action()) ?? ''
    await unit().fail(second)
    expect((await unit().fail(second)).statusCode).toBe(200)
    expectProblem(await unit().succeed(second), 410, 'action_over')
    expect(await last()).toMatchObject({ outcome: 'partly' })
  })

  it('UPD-08 a success repeated begins one more chip, not two', async () => {
    await updates().release('charger', '4.1.0')
    await updates().report(anna().system, { bms: '2.4.0', gateway: '3.1.0', charger: '4.0.0' })
    const id = await begin()
    await unit().download(id)
    for (let i = 0; i < 2; i += 1) expect((await unit().succeed(id)).statusCode).toBe(200)
    expect(await states()).toEqual(['finished', 'waiting', null])
  })

  it('UPD-08 ten final words at once are one', async () => {
    const id = await begin()
    await unit().download(id)
    const answers = await Promise.all([...Array(5)].flatMap(() => [unit().succeed(id), unit().fail(id)]))
    const codes = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(codes).toEqual([200, 200, 200, 200, 200, 410, 410, 410, 410, 410])
    expect(['finished', 'interrupted']).toContain((await states())?.[0])
  })

  it('UPD-13 that claims to be done without the image is not believed', async () => {
    const id = await begin()
    await unit().download(id, range(0, 99))
    await unit().succeed(id)
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
  })

  it('UPD-08 is read with patience', async () => {
    const id = await begin()
    const path = `/deploymentBase/${id}/feedback`
    const word = (text: string) => unit().post(path, text)
    const tab = `{"id":"${id}","status":{"result":{"progress":{"cnt":0,"of":0},"finished":"none"},"execution":"proceeding","details":["a\tb\u0001"]}}`
    expect((await word(tab)).statusCode).toBe(200)
    const rauc = (percent: string) =>
      JSON.stringify({
        id,
        status: { execution: 'proceeding', result: { finished: 'none' }, details: [percent] },
      })
    await unit().download(id)
    expect((await word(rauc(' 40% Verifying signature done.'))).statusCode).toBe(200)
    expect((await status()).page).toBe(92)
    const log = JSON.stringify({
      id,
      status: {
        ...{ execution: 'proceeding', result: { finished: 'none', progress: { cnt: 3, of: 0 } } },
        details: Array.from({ length: 48 }, () => 'x'.repeat(3000)),
      },
    })
    expect((await word(log)).statusCode).toBe(200)
    expect((await status()).page).toBe(92)
    await word(rauc('100% Installing done.'))
    expect((await status()).page).toBe(100)
    for (const bad of [
      '',
      '{',
      '[]',
      '{"status":{}}',
      '{"status":{"execution":"explode","result":{"finished":"none"}}}',
    ])
      expectProblem(await word(bad), 400, 'input_invalid')
    expectProblem(await word(`{"a":"${'x'.repeat(1_000_000)}"}`), 413, 'payload_too_large')
    expectProblem(
      await updates().inject({
        ...{ method: 'POST', url: unit().root + path, payload: 'a=b' },
        headers: { authorization: 'TargetToken unit', 'content-type': 'application/x-www-form-urlencoded' },
      }),
      ...([415, 'media_type_unsupported'] as const),
    )
  })

  it('UPD-08 a thousand words and no more, but for the last one', async () => {
    const id = await begin()
    await unit().download(id)
    await updates().db.run('update update_action set words = 1000 where id = $1', [id])
    expectProblem(await unit().feedback(id, { execution: 'proceeding' }), 429, 'too_many_attempts')
    expect((await unit().succeed(id)).statusCode).toBe(200)
  })

  it('UPD-08 too much of it in a minute has to wait', async () => {
    const id = await begin()
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => unit().feedback(id, { execution: 'proceeding' })),
    )
    const slowed = answers.filter(({ statusCode }) => statusCode === 429)
    expect(slowed).toHaveLength(5)
    expect(Number(slowed[0]?.headers['retry-after'])).toBeGreaterThan(0)
    updates().clock.skip(MINUTE)
  })
})
