import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../../test/api.ts'
import { updatableUnit } from '../../../test/set-up/updates.ts'

const HOUR = 3_600_000
const { anna, round, sn, unit, updates } = updatableUnit()

const put = (body: object, of = sn()) =>
  updates().inject({
    ...{ method: 'PUT', url: `/default/controller/v1/${of}/configData`, payload: JSON.stringify(body) },
    headers: { authorization: 'TargetToken unit', 'content-type': 'application/json' },
  })
const isAsked = async () => (await unit().links()).configData !== undefined
/** The version of the unit's row, and its names. */
const kept = () =>
  updates().db.row(
    z.object({ version: z.string(), names: z.array(z.string()) }),
    `select xmin::text || ctid::text as version, array(select jsonb_object_keys(attributes)) as names
     from update_client where system = $1`,
    [anna().system],
  )
/** 240 KB. */
const large = (text: string) =>
  Object.fromEntries(Array.from({ length: 80 }, (_, i) => [`a${i}`, text.repeat(1000)]))

describe('what a unit says of itself', () => {
  it('UPD-08 is not written again while it stays the same, but once a day', async () => {
    await put({ data: { a: '1', b: '2' } })
    const first = await kept()
    const same = [{ data: { b: '2', a: 1 } }, { data: {} }, { mode: 'remove', data: { c: null } }]
    for (const body of same) expect((await put(body)).statusCode).toBe(200)
    expect(await kept()).toEqual(first)
    updates().clock.skip(24 * HOUR)
    expect(await isAsked()).toBe(true)
    await put({ data: { a: '1' } })
    expect(await isAsked()).toBe(false)
    expect(await kept()).not.toEqual(first)
    await put({ data: { a: '2' } })
    expect((await kept())?.names).toEqual(['a', 'b'])
  })

  it('UPD-08 API-11 a megabyte of changes at once, then so much a day', async () => {
    const texts = ['電', '池', '光', '夜']
    for (const text of texts) expect((await put({ data: large(text) })).statusCode).toBe(200)
    const last = await kept()
    // All of them are written anew with each change.
    const refused = await put({ data: { a0: 'small' } })
    expectProblem(refused, 429, 'too_many_attempts')
    const wait = Number(refused.headers['retry-after'])
    expect(wait).toBeGreaterThan(3 * 3600)
    expect(wait).toBeLessThan(6 * 3600)
    expect(await kept()).toEqual(last)
    expect((await put({ data: large('夜') })).statusCode).toBe(200)
    await updates().owner(`b${round()}@example.org`, [`${round()}009`])
    expect((await put({ data: { a: '1' } }, `${round()}009`)).statusCode).toBe(200)
    updates().clock.skip((wait - 2) * 1000)
    expectProblem(await put({ data: { a0: 'small' } }), 429, 'too_many_attempts')
    updates().clock.skip(2000)
    expect((await put({ data: { a0: 'small' } })).statusCode).toBe(200)
  })

  it('UPD-08 API-11 costs nothing if it is refused', async () => {
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`a${i}`, '夜'.repeat(700)]))
    for (let i = 0; i < 6; i += 1) expectProblem(await put({ data: many }), 400, 'input_invalid')
    expect(await kept()).toBeUndefined()
    expect((await put({ data: { a: '1' } })).statusCode).toBe(200)
  })
})
