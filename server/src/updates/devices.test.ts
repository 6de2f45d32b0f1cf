import { createHash, createPublicKey, verify } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { poll } from '@kellersonne/contract/ddi'
import { receipt } from '@kellersonne/contract/updates'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../test/api.ts'
import { type TestUpdates, testUpdates } from '../../test/updates.ts'
import { removeOwner } from '../accounts/deletion.ts'
import { releaseStore } from '../releases/store.ts'
import { endOverdue } from './overdue.ts'

const MINUTE = 60_000
const SIZE = 100_000
let test: TestUpdates
let images: { bms: Buffer; gateway: Buffer }
let anna: Awaited<ReturnType<TestUpdates['enter']>> & { owner: string; system: number }
let unit: ReturnType<TestUpdates['unit']>
let round = 0
const email = () => `anna${round}@example.org`
const sn = () => `${round}001`
beforeAll(async () => {
  test = await testUpdates()
  images = {
    bms: await test.release('bms', '2.5.0', SIZE),
    gateway: await test.release('gateway', '3.2.0', SIZE),
  }
})
beforeEach(async () => {
  round += 1
  await test.forgive()
  await test.db.run('delete from update_action')
  await test.db.run('update release set paused_at = null, paused_by = null')
  const { owner, systems } = await test.owner(email(), [sn()])
  anna = { ...(await test.enter(email())), owner, system: systems[0] ?? 0 }
  await test.say(anna.system, { bms: '2.4.0', gateway: '3.1.0' })
  unit = test.unit(sn())
})
afterAll(() => test.close())

const status = () => test.status(anna.cookie, sn())
const start = () => test.start(anna.cookie, sn())
async function begin(): Promise<string> {
  expect((await start()).statusCode).toBe(200)
  return (await unit.action()) ?? ''
}
const last = async () =>
  z
    .object({ last: z.nullable(receipt) })
    .parse((await test.get(`/api/auth/update/?sn=${sn()}`, anna.access)).json()).last
const states = async () => (await last())?.parts.map(({ state }) => state)
const cancel = () =>
  test.post('/api/auth/update/cancel/', { sn: sn() }, { headers: { authorization: `Bearer ${anna.access}` } })
const range = (from: number, to: number | '' = '') => ({ range: `bytes=${from}-${to}` })

describe('a unit', () => {
  it('UPD-08 UPD-11 is led through an update of two chips to its end', async () => {
    expect(await unit.action()).toBeNull()
    const id = await begin()
    const offer = await unit.offer(id)
    const [chunk] = offer.deployment.chunks
    expect(chunk).toMatchObject({ name: 'bms', version: '2.5.0', artifacts: [{ size: SIZE }] })
    expect(await status()).toMatchObject({ update_started: false, page: 0 })

    const image = await unit.download(id)
    expect([image.statusCode, image.rawPayload.equals(images.bms)]).toEqual([200, true])
    expect(await status()).toMatchObject({ update_started: true, page: 90, total_updates: 2 })
    await unit.feedback(id, { execution: 'proceeding', cnt: 1, of: 1, details: ['Installed Chunk.'] })
    expect((await status()).page).toBe(95)
    await unit.installed(id)
    expect(await status()).toMatchObject({
      ...{ update_started: true, page: 100, new_update: true, total_updates: 2 },
      updates: { bms: { new_update: false }, gateway: { new_update: true } },
    })
    expect((await unit.succeed(id)).statusCode).toBe(200)
    expect(await status()).toMatchObject({ new_update: true, update_started: false, page: 0 })

    const second = (await unit.action()) ?? ''
    expect(second).not.toBe(id)
    expect((await unit.download(second)).rawPayload.equals(images.gateway)).toBe(true)
    await unit.installed(second)
    await unit.succeed(second)
    expect(await status()).toMatchObject({ new_update: false, update_started: false, page: 0, updates: {} })
    expect(await unit.action()).toBeNull()
    expect(await last()).toMatchObject({
      ...{ outcome: 'finished', by: email() },
      parts: [
        { chip: 'bms', from: '2.4.0', to: '2.5.0', state: 'finished' },
        { chip: 'gateway', from: '3.1.0', to: '3.2.0', state: 'finished' },
      ],
    })
  })

  it('UPD-08 can check the operator’s signature on what it is offered', async () => {
    const [chunk] = (await unit.offer(await begin())).deployment.chunks
    const [signature, statement] = chunk?.metadata.map(({ value }) => value) ?? []
    const key = createPublicKey(test.pair.pem)
    expect(verify(null, Buffer.from(statement ?? ''), key, Buffer.from(signature ?? '', 'base64'))).toBe(true)
    const sha256 = createHash('sha256').update(images.bms).digest('hex')
    expect(statement).toBe(
      `kellersonne firmware 1\nchip bms\nversion 2.5.0\nsize ${SIZE}\nsha256 ${sha256}\n`,
    )
    expect(chunk?.artifacts[0]?.hashes.sha256).toBe(sha256)
  })

  it('UPD-03 is told to ask soon when it shows update mode, or has something to do', async () => {
    const sleep = async () => poll.parse((await unit.get('')).json()).config.polling.sleep
    expect(await sleep()).toBe('00:00:30')
    await test.say(anna.system, { bms: '2.4.0', gateway: '3.1.0' }, { status: 'off', display: 'update' })
    expect(await sleep()).toBe('00:00:05')
    await test.say(anna.system, { bms: '2.4.0', gateway: '3.1.0' })
    expect(await sleep()).toBe('00:00:30')
    await begin()
    expect(await sleep()).toBe('00:00:05')
  })

  it('API-11 is known by its secret alone', async () => {
    const id = await begin()
    for (const stranger of [
      test.unit(sn(), 'wrong'),
      test.unit('999', 'unit'),
      test.unit(sn(), anna.access),
    ]) {
      const answer = await stranger.get('')
      expectProblem(answer, 401, 'session_required')
      expect(answer.headers['www-authenticate']).toBe('TargetToken')
      expectProblem(await stranger.succeed(id), 401, 'session_required')
    }
    const { statusCode } = await test.inject({ url: unit.root, headers: { cookie: anna.cookie } })
    expect(statusCode).toBe(401)
  })

  it('API-11 that guesses is slowed down', async () => {
    const stranger = test.unit(sn(), 'wrong')
    for (let i = 0; i < 10; i += 1) await stranger.get('')
    expectProblem(await stranger.get(''), 429, 'too_many_attempts')
    test.clock.skip(MINUTE)
  })

  it('API-11 finds nothing of another unit’s', async () => {
    const { owner } = await test.owner(`b${round}@example.org`, [`${round}009`])
    expect(owner).toBeTruthy()
    const stranger = test.unit(`${round}009`)
    const id = await begin()
    const file = unit.fileOf(await unit.offer(id))
    for (const path of [`/deploymentBase/${id}`, file, `/cancelAction/${id}`])
      expectProblem(await stranger.get(path), 404, 'not_found')
    expectProblem(await stranger.succeed(id), 404, 'not_found')
    expectProblem(await stranger.cancelled(id), 404, 'not_found')
    for (const odd of ['0', '-1', 'x', '99999999', '1e9', '2147483648'])
      expectProblem(await unit.get(`/deploymentBase/${odd}`), 404, 'not_found')
    // The chip whose turn has not come yet.
    expectProblem(await unit.get(`/deploymentBase/${Number(id) + 1}`), 404, 'not_found')
    expect(await states()).toEqual(['waiting', null])
  })

  it('UPD-08 tells what it is, once', async () => {
    expect((await unit.links()).configData).toBeDefined()
    const put = (payload: string) =>
      test.inject({
        ...{ method: 'PUT', url: `${unit.root}/configData`, payload },
        headers: { authorization: 'TargetToken unit', 'content-type': 'application/json' },
      })
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`a${i}`, 'x']))
    expectProblem(await put(JSON.stringify({ data: many })), 400, 'input_invalid')
    expect(
      (await put(JSON.stringify({ id: '', data: { fwVersion: '1', n: 3, none: null } }))).statusCode,
    ).toBe(200)
    expect((await unit.links()).configData).toBeUndefined()
  })
})

describe('the image', () => {
  it('UPD-09 is told in percents that come from bytes, and never fall', async () => {
    const id = await begin()
    for (const [from, to, page] of [
      [0, 49_999, 47],
      [0, 9_999, 47],
      [50_000, 74_999, 68],
      [10, 20, 68],
      [75_000, '', 90],
    ] as const) {
      const part = await unit.download(id, range(from, to))
      expect(part.statusCode).toBe(206)
      expect(part.rawPayload.equals(images.bms.subarray(from, to === '' ? SIZE : to + 1))).toBe(true)
      await vi.waitFor(async () => expect((await status()).page).toBe(page))
    }
  })

  it.each<[string, number[]]>([
    ['its end alone', [SIZE - 1]],
    ['its beginning and its end', [0, SIZE - 1]],
    ['its end again and again', [SIZE - 10, SIZE - 10, 1, SIZE - 1]],
  ])('UPD-09 UPD-13 of which a unit has read %s counts for no more, nor as done', async (_, froms) => {
    const id = await begin()
    for (const from of froms) {
      await unit.download(id, range(from, from === SIZE - 1 ? '' : from + 9))
      await vi.waitFor(async () => expect(await status()).toMatchObject({ update_started: true, page: 5 }))
    }
    await unit.succeed(id)
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
  })

  it.each([
    ['what a crash may have made us forget', 4_000_000, 90],
    ['not more than that', 4_500_000, 5],
  ])('UPD-13 after a restart a unit is believed %s, once', async (_, from, page) => {
    const size = 5_000_000
    await test.release('display', `3.${round}`, size)
    await test.say(anna.system, { display: '1.0' })
    const id = await begin()
    await unit.download(id, range(0, 0))
    await test.restart()
    const all = await unit.download(id, range(from))
    expect(all.rawPayload).toHaveLength(size - from)
    await vi.waitFor(async () => expect((await status()).page).toBe(page))
  })

  it('UPD-13 a unit is not believed twice what a crash may have made us forget', async () => {
    await test.release('display', `3.${round}`, 5_000_000)
    await test.say(anna.system, { display: '1.0' })
    const id = await begin()
    await unit.download(id, range(0, 0))
    await test.restart()
    await unit.download(id, range(2_000_000, 2_000_000))
    await unit.download(id, range(4_000_000))
    await vi.waitFor(async () => expect((await status()).page).toBe(39))
    await unit.succeed(id)
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
  })

  it.each<[string, Record<string, string>, number, number, string | undefined]>([
    ['no range', {}, 200, SIZE, undefined],
    ['the last ten', { range: 'bytes=-10' }, 206, 10, `bytes ${SIZE - 10}-${SIZE - 1}/${SIZE}`],
    ['more than there is', { range: `bytes=99990-999999` }, 206, 10, `bytes 99990-${SIZE - 1}/${SIZE}`],
    ['beyond the end', { range: `bytes=${SIZE}-` }, 416, 0, `bytes */${SIZE}`],
    ['nothing', { range: 'bytes=-0' }, 416, 0, `bytes */${SIZE}`],
    ['backwards', { range: 'bytes=9-3' }, 200, SIZE, undefined],
    ['several', { range: 'bytes=0-1,5-6' }, 200, SIZE, undefined],
    ['other units', { range: 'lines=1-2' }, 200, SIZE, undefined],
    ['a part of another image', { range: 'bytes=5-', 'if-range': '"other"' }, 200, SIZE, undefined],
  ])('UPD-08 answers %s', async (_, headers, code, length, contentRange) => {
    const answer = await unit.download(await begin(), headers)
    expect(answer.statusCode).toBe(code)
    expect(answer.headers['content-range']).toBe(contentRange)
    if (code === 416) expectProblem(answer, 416, 'range_invalid')
    else
      expect([answer.headers['content-length'], answer.rawPayload.length]).toEqual([String(length), length])
  })

  it('UPD-08 can be asked for its size first, which begins nothing', async () => {
    const id = await begin()
    const file = unit.fileOf(await unit.offer(id))
    const head = await test.inject({
      ...{ method: 'HEAD', url: unit.root + file },
      headers: { authorization: 'TargetToken unit' },
    })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      `${SIZE}`,
      0,
    ])
    expect(head.headers.etag).toMatch(/^"[0-9a-f]{64}"$/)
    expect((await status()).update_started).toBe(false)
    expectProblem(await unit.get(file.replace('bms', 'gateway')), 404, 'not_found')
  })

  it('UPD-13 is not given out once its action is over', async () => {
    const id = await begin()
    const file = unit.fileOf(await unit.offer(id))
    await unit.fail(id)
    expectProblem(await unit.get(file), 410, 'action_over')
    expect(await unit.action()).toBeNull()
  })

  it('UPD-13 that is lost on the server can be asked for again later', async () => {
    const bytes = await test.release('inverter', `1.${round}`, 500)
    await test.say(anna.system, { inverter: '1.0' })
    const id = await begin()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await rm(join(test.folder, 'images', sha256))
    const answer = await unit.download(id)
    expectProblem(answer, 503, 'unavailable')
    expect(answer.headers['retry-after']).toBe('60')
  })
})

describe('what a unit says', () => {
  it('UPD-13 a failure is an interruption, whose reason is kept, and a new start is possible', async () => {
    const id = await begin()
    await unit.download(id)
    expect((await unit.fail(id, ['a', 'Signature check failed'])).statusCode).toBe(200)
    expect(await status()).toMatchObject({ page: -1, update_started: false, new_update: true })
    const known = await last()
    expect(known).toMatchObject({
      outcome: 'interrupted',
      parts: [
        { state: 'interrupted', reason: 'failed', details: ['a', 'Signature check failed'] },
        { state: null },
      ],
    })
    const seen = await test.post(
      '/api/auth/update/seen/',
      { id: known?.id ?? '' },
      { headers: { authorization: `Bearer ${anna.access}` } },
    )
    expect(receipt.parse(seen.json()).seen).toBe(true)
    expect(await status()).toMatchObject({ page: 0, new_update: true })
    const again = await begin()
    expect(again).not.toBe(id)
    expect(await status()).toMatchObject({ page: 0, update_started: false })
  })

  it('UPD-13 what goes on cannot be known the end of: its interruption still shows', async () => {
    const id = await begin()
    await unit.download(id)
    const known = await last()
    const see = () =>
      test.post(
        '/api/auth/update/seen/',
        { id: known?.id ?? '' },
        { headers: { authorization: `Bearer ${anna.access}` } },
      )
    expectProblem(await see(), 404, 'not_found')
    await unit.fail(id)
    expect(await status()).toMatchObject({ page: -1 })
    expect(receipt.parse((await see()).json()).seen).toBe(true)
  })

  it('UPD-08 a final word repeated is heard once more, one that contradicts it is not', async () => {
    const id = await begin()
    await unit.download(id)
    await unit.installed(id)
    expect((await unit.succeed(id)).statusCode).toBe(200)
    const { parts: before } = (await last()) ?? {}
    expect((await unit.succeed(id)).statusCode).toBe(200)
    for (const answer of [await unit.fail(id), await unit.installed(id)])
      expectProblem(answer, 410, 'action_over')
    expect((await last())?.parts[0]).toEqual({ ...before?.[0], heard_at: expect.any(String) })
    const second = (await unit.action()) ?? ''
    await unit.fail(second)
    expect((await unit.fail(second)).statusCode).toBe(200)
    expectProblem(await unit.succeed(second), 410, 'action_over')
    expect(await last()).toMatchObject({ outcome: 'partly' })
  })

  it('UPD-08 ten final words at once are one', async () => {
    const id = await begin()
    await unit.download(id)
    const answers = await Promise.all([...Array(5)].flatMap(() => [unit.succeed(id), unit.fail(id)]))
    const codes = answers.map(({ statusCode }) => statusCode).toSorted()
    expect(codes).toEqual([200, 200, 200, 200, 200, 410, 410, 410, 410, 410])
    expect(['finished', 'interrupted']).toContain((await states())?.[0])
  })

  it('UPD-13 that claims to be done without the image is not believed', async () => {
    const id = await begin()
    await unit.download(id, range(0, 99))
    await unit.succeed(id)
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
  })

  it('UPD-08 is read with patience', async () => {
    const id = await begin()
    const path = `/deploymentBase/${id}/feedback`
    const word = (text: string) => unit.post(path, text)
    const tab = `{"id":"${id}","status":{"result":{"progress":{"cnt":0,"of":0},"finished":"none"},"execution":"proceeding","details":["a\tb\u0001"]}}`
    expect((await word(tab)).statusCode).toBe(200)
    const rauc = (percent: string) =>
      JSON.stringify({
        id,
        status: { execution: 'proceeding', result: { finished: 'none' }, details: [percent] },
      })
    await unit.download(id)
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
      await test.inject({
        ...{ method: 'POST', url: unit.root + path, payload: 'a=b' },
        headers: { authorization: 'TargetToken unit', 'content-type': 'application/x-www-form-urlencoded' },
      }),
      ...([415, 'media_type_unsupported'] as const),
    )
  })

  it('UPD-08 a thousand words and no more, but for the last one', async () => {
    const id = await begin()
    await unit.download(id)
    await test.db.run('update update_action set words = 1000 where id = $1', [id])
    expectProblem(await unit.feedback(id, { execution: 'proceeding' }), 429, 'too_many_attempts')
    expect((await unit.succeed(id)).statusCode).toBe(200)
  })

  it('UPD-08 too much of it in a minute has to wait', async () => {
    const id = await begin()
    const answers = await Promise.all(
      Array.from({ length: 125 }, () => unit.feedback(id, { execution: 'proceeding' })),
    )
    const slowed = answers.filter(({ statusCode }) => statusCode === 429)
    expect(slowed).toHaveLength(5)
    expect(Number(slowed[0]?.headers['retry-after'])).toBeGreaterThan(0)
    test.clock.skip(MINUTE)
  })
})

describe('cancelling', () => {
  it('UPD-12 an update that its unit has not seen is over at once', async () => {
    await start()
    expect(receipt.parse((await cancel()).json())).toMatchObject({ outcome: 'cancelled' })
    expect(await unit.links()).not.toHaveProperty('deploymentBase')
    expect(await unit.links()).not.toHaveProperty('cancelAction')
    expect(await status()).toMatchObject({ new_update: true, page: 0, update_started: false })
    expectProblem(await cancel(), 409, 'no_update')
  })

  it('UPD-12 one that its unit has seen is told to it, and refused if it begins all the same', async () => {
    const id = await begin()
    const file = unit.fileOf(await unit.offer(id))
    expect((await cancel()).statusCode).toBe(200)
    expectProblem(await unit.feedback(id, { execution: 'proceeding' }), 410, 'action_over')
    expectProblem(await unit.get(file), 410, 'action_over')
    const again = await begin()
    expect(again).toBe('')
    expect((await unit.links()).cancelAction?.href).toMatch(new RegExp(`/cancelAction/${id}$`))
    expect((await unit.get(`/cancelAction/${id}`)).json()).toEqual({ id, cancelAction: { stopId: id } })
    expect((await unit.cancelled(id)).statusCode).toBe(200)
    expect((await unit.cancelled(id)).statusCode).toBe(200)
    expect(await unit.action()).not.toBe(id)
  })

  it('UPD-07 one that has begun goes on', async () => {
    const id = await begin()
    await unit.feedback(id, { execution: 'proceeding' })
    expectProblem(await cancel(), 409, 'update_started')
    expectProblem(await unit.cancelled(id), 410, 'action_over')
    expect(await states()).toEqual(['started', null])
  })

  it('UPD-13 one that is past its deadline is over, and says so', async () => {
    await begin()
    test.clock.skip(61 * MINUTE)
    anna = { ...anna, ...(await test.enter(email())) }
    expectProblem(await cancel(), 409, 'no_update')
    const noted = await test.db.rows(
      z.object({ state: z.string(), reason: z.nullable(z.string()) }),
      'select state, reason from update_action where system = $1 order by part',
      [anna.system],
    )
    expect(noted[0]).toEqual({ state: 'interrupted', reason: 'not_started' })
  })

  it('UPD-12 that its unit never confirms blocks nothing for long', async () => {
    const id = await begin()
    await unit.offer(id)
    await cancel()
    expect(await begin()).toBe('')
    test.clock.skip(10 * MINUTE)
    anna = { ...anna, ...(await test.enter(email())) }
    expect(await unit.links()).not.toHaveProperty('cancelAction')
    const next = (await unit.action()) ?? ''
    expect(Number(next)).toBeGreaterThan(Number(id))
    await unit.download(next)
    expect((await states())?.[0]).toBe('started')
  })

  it('UPD-12 at the first byte it is one or the other, and both sides agree', async () => {
    for (let i = 0; i < 5; i += 1) {
      await test.forgive()
      const id = await begin()
      const file = unit.fileOf(await unit.offer(id))
      const [image, cancelled] = await Promise.all([unit.get(file), cancel()])
      const won = cancelled.statusCode === 200
      expect(image.statusCode).toBe(won ? 410 : 200)
      expect(await states()).toEqual([won ? 'cancelled' : 'started', null])
      await (won ? unit.cancelled(id) : unit.fail(id))
    }
  })
})

describe('time', () => {
  const overdue = () => test.db.transaction((sql) => endOverdue(sql, test.now()))
  async function later(ms: number) {
    test.clock.skip(ms)
    anna = { ...anna, ...(await test.enter(email())) }
  }

  it.each([
    ['that hangs', 14 * MINUTE, 'started'],
    ['that hangs for too long', 15 * MINUTE, 'interrupted'],
  ])('UPD-13 a download %s', async (_, ms, state) => {
    const id = await begin()
    await unit.download(id, range(0, 9_999))
    await later(ms)
    // Shown as it is, also where nobody has noted it yet.
    expect((await states())?.[0]).toBe(state)
    await overdue()
    expect((await states())?.[0]).toBe(state)
    expect((await unit.download(id).catch(() => null))?.statusCode ?? 404).toBe(
      state === 'started' ? 200 : 404,
    )
  })

  it('UPD-13 a word that comes too late counts for nothing', async () => {
    const id = await begin()
    await unit.download(id)
    await unit.installed(id)
    await later(24 * 60 * MINUTE)
    expectProblem(await unit.succeed(id), 410, 'action_over')
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_switched_on' })
    expect((await unit.fail(id)).statusCode).toBe(200)
  })

  it('UPD-13 a poll is a sign of life', async () => {
    const id = await begin()
    await unit.download(id, range(0, 9))
    await later(10 * MINUTE)
    await unit.get('')
    await later(10 * MINUTE)
    await overdue()
    expect((await states())?.[0]).toBe('started')
  })
})

describe('what outlasts', () => {
  it('UPD-13 a restart at any point changes nothing', async () => {
    const id = await begin()
    await test.restart()
    expect(await unit.action()).toBe(id)
    const file = unit.fileOf(await unit.offer(id))
    await unit.get(file, range(0, 49_999))
    await test.restart()
    expect((await unit.get(file, range(50_000))).rawPayload.equals(images.bms.subarray(50_000))).toBe(true)
    await test.restart()
    expect((await status()).page).toBe(90)
    await unit.installed(id)
    await test.restart()
    expect((await status()).page).toBe(100)
    await unit.succeed(id)
    await test.restart()
    expect(await states()).toEqual(['finished', 'waiting'])
  })

  it('UPD-13 a release that is paused is offered to nobody, but ends with who has begun', async () => {
    const id = await begin()
    const other = await test.owner(`other${round}@example.org`, [`${round}008`])
    await test.say(other.systems[0] ?? 0, { bms: '2.4.0' })
    const otherCookie = (await test.enter(`other${round}@example.org`)).cookie
    const offered = async () => (await test.status(otherCookie, `${round}008`)).new_update
    await vi.waitFor(async () => expect(await offered()).toBe(true), { timeout: 3000 })
    await releaseStore(test.db).pause({ chip: 'bms', version: '2.5.0' }, 'operator', test.now())
    await vi.waitFor(async () => expect(await offered()).toBe(false), { timeout: 3000 })
    expectProblem(await test.start(otherCookie, `${round}008`), 409, 'no_update')
    expect(await status()).toMatchObject({ new_update: true, total_updates: 2 })
    await unit.download(id)
    await unit.installed(id)
    expect((await unit.succeed(id)).statusCode).toBe(200)
  })

  type OneUnit = ReturnType<TestUpdates['unit']>
  type Ending = (one: OneUnit, id: string, name: string, access: string) => Promise<unknown>
  const cancelOf = (name: string, access: string) =>
    test.post('/api/auth/update/cancel/', { sn: name }, { headers: { authorization: `Bearer ${access}` } })
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
        await test.db.run(
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
      'nobody switches the units off for',
      async (_one, id) => {
        await test.db.run('update update_action set deadline = $2 where id = $1', [id, test.now()])
        await test.db.transaction((sql) => endOverdue(sql, test.now()))
      },
      null,
    ],
  ])('HND-03 a release that %s: does it stop by itself?', async (_, end, pausedBy) => {
    await test.release('charger', `5.${round}`)
    for (let i = 0; i < 3; i += 1) {
      const name = `${round}10${i}`
      const { systems } = await test.owner(`c${name}@example.org`, [name])
      await test.say(systems[0] ?? 0, { charger: '4.0' })
      const { cookie, access } = await test.enter(`c${name}@example.org`)
      expect((await test.start(cookie, name)).statusCode).toBe(200)
      const one = test.unit(name)
      await end(one, (await one.action()) ?? '', name, access)
    }
    const all = await releaseStore(test.db).ofChip('charger')
    expect(all.find(({ version }) => version === `5.${round}`)).toMatchObject({ pausedBy })
  })

  it('SET-04 an owner who leaves stops nothing, and leaves no name', async () => {
    const wording = `Ich, ${email()}, stimme zu`
    await test.post(
      '/api/auth/update/consent/',
      { sn: sn(), lang: 'de', wording, parts: 'bms 2.5.0,gateway 3.2.0' },
      { headers: { authorization: `Bearer ${anna.access}` } },
    )
    const id = await begin()
    await removeOwner(test.db, anna.owner, test.now())
    await unit.download(id)
    await unit.installed(id)
    expect((await unit.succeed(id)).statusCode).toBe(200)
    const text = await test.db.rows(
      z.object({ text: z.string() }),
      `select (u.*)::text || (a.*)::text as text from firmware_update u join update_action a on a.firmware_update = u.id
       union all select c::text from update_consent c`,
    )
    expect(JSON.stringify(text)).not.toMatch(new RegExp(`${anna.owner}|${email()}`))
  })
})
