import { createHash, createPublicKey, verify } from 'node:crypto'
import { poll } from '@kellersonne/contract/firmware/ddi'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { MINUTE, SIZE, updatableUnit } from '../../../test/set-up/updates.ts'

const { anna, begin, email, images, last, round, sn, states, status, unit, updates } = updatableUnit()

describe('a unit', () => {
  it('UPD-08 UPD-11 is led through an update of two chips to its end', async () => {
    expect(await unit().action()).toBeNull()
    const id = await begin()
    const offer = await unit().offer(id)
    const [chunk] = offer.deployment.chunks
    expect(chunk).toMatchObject({ name: 'bms', version: '2.5.0', artifacts: [{ size: SIZE }] })
    expect(await status()).toMatchObject({ update_started: false, page: 0 })

    const image = await unit().download(id)
    expect([image.statusCode, image.rawPayload.equals(images().bms)]).toEqual([200, true])
    expect(await status()).toMatchObject({ update_started: true, page: 90, total_updates: 2 })
    await unit().feedback(id, { execution: 'proceeding', cnt: 1, of: 1, details: ['Installed Chunk.'] })
    expect((await status()).page).toBe(95)
    await unit().installed(id)
    expect(await status()).toMatchObject({
      ...{ update_started: true, page: 100, new_update: true, total_updates: 2 },
      updates: { bms: { new_update: false }, gateway: { new_update: true } },
    })
    expect((await unit().succeed(id)).statusCode).toBe(200)
    expect(await status()).toMatchObject({ new_update: true, update_started: false, page: 0 })

    const second = (await unit().action()) ?? ''
    expect(second).not.toBe(id)
    expect((await unit().download(second)).rawPayload.equals(images().gateway)).toBe(true)
    await unit().installed(second)
    await unit().succeed(second)
    expect(await status()).toMatchObject({ new_update: false, update_started: false, page: 0, updates: {} })
    expect(await unit().action()).toBeNull()
    expect(await last()).toMatchObject({
      ...{ outcome: 'finished', by: email() },
      parts: [
        { chip: 'bms', from: '2.4.0', to: '2.5.0', state: 'finished' },
        { chip: 'gateway', from: '3.1.0', to: '3.2.0', state: 'finished' },
      ],
    })
  })

  it('UPD-08 can check the operator’s signature on what it is offered', async () => {
    const [chunk] = (await unit().offer(await begin())).deployment.chunks
    const [signature, statement] = chunk?.metadata.map(({ value }) => value) ?? []
    const key = createPublicKey(updates().pair.pem)
    expect(verify(null, Buffer.from(statement ?? ''), key, Buffer.from(signature ?? '', 'base64'))).toBe(true)
    const sha256 = createHash('sha256').update(images().bms).digest('hex')
    expect(statement).toBe(
      `kellersonne firmware 1\nchip bms\nversion 2.5.0\nsize ${SIZE}\nsha256 ${sha256}\n`,
    )
    expect(chunk?.artifacts[0]?.hashes.sha256).toBe(sha256)
  })

  it('UPD-03 is asked to poll soon when it shows update mode, or has something to do', async () => {
    const sleep = async () => poll.parse((await unit().get('')).json()).config.polling.sleep
    expect(await sleep()).toBe('00:00:30')
    await updates().report(
      anna().system,
      { bms: '2.4.0', gateway: '3.1.0' },
      { status: 'off', display: 'update' },
    )
    expect(await sleep()).toBe('00:00:05')
    await updates().report(anna().system, { bms: '2.4.0', gateway: '3.1.0' })
    expect(await sleep()).toBe('00:00:30')
    await begin()
    expect(await sleep()).toBe('00:00:05')
  })

  it('API-11 is known by its secret alone', async () => {
    const id = await begin()
    for (const stranger of [
      updates().unit(sn(), 'wrong'),
      updates().unit('999', 'unit'),
      updates().unit(sn(), anna().access),
    ]) {
      const answer = await stranger.get('')
      expectProblem(answer, 401, 'session_required')
      expect(answer.headers['www-authenticate']).toBe('TargetToken')
      expectProblem(await stranger.succeed(id), 401, 'session_required')
    }
    const { statusCode } = await updates().inject({ url: unit().root, headers: { cookie: anna().cookie } })
    expect(statusCode).toBe(401)
  })

  it('API-11 F9 that guesses is slowed down, and keeps nobody out who has the right secret', async () => {
    const stranger = updates().unit(sn(), 'wrong')
    const answers = await Promise.all(Array.from({ length: 1100 }, () => stranger.get('')))
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([401, 429]))
    expect((await unit().get('')).statusCode).toBe(200)
    updates().clock.skip(MINUTE)
  })

  it('API-11 finds nothing of another unit’s', async () => {
    const { owner } = await updates().owner(`b${round()}@example.org`, [`${round()}009`])
    expect(owner).toBeTruthy()
    const stranger = updates().unit(`${round()}009`)
    const id = await begin()
    const file = unit().fileOf(await unit().offer(id))
    for (const path of [`/deploymentBase/${id}`, file, `/cancelAction/${id}`])
      expectProblem(await stranger.get(path), 404, 'not_found')
    expectProblem(await stranger.succeed(id), 404, 'not_found')
    expectProblem(await stranger.cancelled(id), 404, 'not_found')
    for (const odd of ['0', '-1', 'x', '99999999', '1e9', '2147483648'])
      expectProblem(await unit().get(`/deploymentBase/${odd}`), 404, 'not_found')
    // The action of the chip whose turn has not begun.
    expectProblem(await unit().get(`/deploymentBase/${Number(id) + 1}`), 404, 'not_found')
    expect(await states()).toEqual(['waiting', null])
  })

  it('UPD-08 identifies itself, once', async () => {
    expect((await unit().links()).configData).toBeDefined()
    const put = (payload: string) =>
      updates().inject({
        ...{ method: 'PUT', url: `${unit().root}/configData`, payload },
        headers: { authorization: 'TargetToken unit', 'content-type': 'application/json' },
      })
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`a${i}`, 'x']))
    expectProblem(await put(JSON.stringify({ data: many })), 400, 'input_invalid')
    expect(
      (await put(JSON.stringify({ id: '', data: { fwVersion: '1', n: 3, none: null } }))).statusCode,
    ).toBe(200)
    expect((await unit().links()).configData).toBeUndefined()
    const spelled = JSON.stringify({ data: { 'a\0b': 'c\0d', 'a\ud800': `${'x'.repeat(999)}😀` } })
    expect((await put(spelled)).statusCode).toBe(200)
    const long = JSON.stringify({ data: {}, more: Array.from({ length: 5000 }, () => 0) })
    expectProblem(await put(long), 400, 'input_invalid')
  })

  it('UPD-08 API-11 merges what it sends with what it sent, unless it says otherwise', async () => {
    const put = (body: object) =>
      updates().inject({
        ...{ method: 'PUT', url: `${unit().root}/configData`, payload: JSON.stringify(body) },
        headers: { authorization: 'TargetToken unit', 'content-type': 'application/json' },
      })
    const reported = async () => {
      const attributes = z.object({ attributes: z.record(z.string(), z.string()) })
      const rows = await updates().db.rows(
        attributes,
        'select attributes from update_client join storage_system on id = system where sn = $1',
        [sn()],
      )
      return rows[0]?.attributes
    }
    await put({ mode: 'remove', data: { a: '1' } })
    expect(await reported()).toEqual({})
    await put({ mode: 'replace', data: { a: '1', b: '1' } })
    await put({ data: { b: '2', c: '2' } })
    expect(await reported()).toEqual({ a: '1', b: '2', c: '2' })
    await put({ mode: 'merge', data: { d: '3' } })
    await put({ mode: 'remove', data: { a: '', b: null, x: '' } })
    expect(await reported()).toEqual({ c: '2', d: '3' })
    await put({ mode: 'replace', data: { e: '4' } })
    expect(await reported()).toEqual({ e: '4' })
    expectProblem(await put({ mode: 'burn', data: {} }), 400, 'input_invalid')
  })

  it('UPD-08 API-11 keeps a hundred attributes, however many calls they come in', async () => {
    const put = (first: number) =>
      updates().inject({
        ...{ method: 'PUT', url: `${unit().root}/configData` },
        payload: JSON.stringify({
          data: Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`a${first + i}`, 'x'])),
        }),
        headers: { authorization: 'TargetToken unit', 'content-type': 'application/json' },
      })
    expect((await put(0)).statusCode).toBe(200)
    expect((await put(40)).statusCode).toBe(200)
    expectProblem(await put(100), 400, 'input_invalid')
    expect((await put(0)).statusCode).toBe(200)
  })

  it('API-11 is read only once it is known', async () => {
    const put = (payload: string, secret: string) =>
      updates().inject({
        ...{ method: 'PUT', url: `${unit().root}/configData`, payload },
        headers: { authorization: `TargetToken ${secret}`, 'content-type': 'application/json' },
      })
    expectProblem(await put('no JSON', 'unit'), 400, 'input_invalid')
    for (const payload of ['no JSON', 'x'.repeat(300_000)])
      expectProblem(await put(payload, 'wrong'), 401, 'session_required')
  })

  it('UPD-11 is believed how it ended, whatever its words were cut at', async () => {
    const id = await begin()
    await unit().download(id)
    expect((await unit().fail(id, [`${'x'.repeat(199)}😀`])).statusCode).toBe(200)
    expect(await states()).toMatchObject(['interrupted', null])
  })
})
