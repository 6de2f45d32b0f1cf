import { createHash } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { eventually } from '@kellersonne/testing/eventually'
import { describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { range, SIZE, updatableUnit } from '../../../test/set-up/updates.ts'
import { httpDuration } from '../../platform/metrics.ts'

/** How many GETs were measured as unavailable. */
async function unavailable() {
  const { values } = await httpDuration.get()
  return values
    .filter(({ metricName, labels: { method, status } }) => {
      return metricName?.endsWith('_count') && method === 'GET' && status === 503
    })
    .reduce((sum, { value }) => sum + value, 0)
}

const { anna, begin, images, last, round, status, unit, updates } = updatableUnit()

describe('the image', () => {
  it('UPD-09 is shown in percent that come from bytes, and never fall', async () => {
    const id = await begin()
    for (const [from, to, page] of [
      [0, 49_999, 47],
      [0, 9_999, 47],
      [50_000, 74_999, 68],
      [10, 20, 68],
      [75_000, '', 90],
    ] as const) {
      const part = await unit().download(id, range(from, to))
      expect(part.statusCode).toBe(206)
      expect(part.rawPayload.equals(images().bms.subarray(from, to === '' ? SIZE : to + 1))).toBe(true)
      await eventually(async () => expect((await status()).page).toBe(page))
    }
  })

  it.each<[string, number[]]>([
    ['its end alone', [SIZE - 1]],
    ['its beginning and its end', [0, SIZE - 1]],
    ['its end again and again', [SIZE - 10, SIZE - 10, 1, SIZE - 1]],
  ])('UPD-09 UPD-13 of which a unit has read %s counts for no more, nor as done', async (_, froms) => {
    const id = await begin()
    for (const from of froms) {
      await unit().download(id, range(from, from === SIZE - 1 ? '' : from + 9))
      await eventually(async () => expect(await status()).toMatchObject({ update_started: true, page: 5 }))
    }
    await unit().succeed(id)
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
  })

  it.each([
    ['what a crash may have made us forget', 4_000_000, 90],
    ['not more than that', 4_500_000, 5],
  ])('UPD-13 after a restart a unit is believed %s, once', async (_, from, page) => {
    const size = 5_000_000
    await updates().release('display', `3.${round()}`, size)
    await updates().report(anna().system, { display: '1.0' })
    const id = await begin()
    await unit().download(id, range(0, 0))
    await updates().restart()
    const all = await unit().download(id, range(from))
    expect(all.rawPayload).toHaveLength(size - from)
    await eventually(async () => expect((await status()).page).toBe(page))
  })

  it('UPD-13 a unit is not believed twice what a crash may have made us forget', async () => {
    await updates().release('display', `3.${round()}`, 5_000_000)
    await updates().report(anna().system, { display: '1.0' })
    const id = await begin()
    await unit().download(id, range(0, 0))
    await updates().restart()
    await unit().download(id, range(2_000_000, 2_000_000))
    await unit().download(id, range(4_000_000))
    await eventually(async () => expect((await status()).page).toBe(39))
    await unit().succeed(id)
    expect((await last())?.parts[0]).toMatchObject({ state: 'interrupted', reason: 'not_downloaded' })
  })

  it.each<[string, Record<string, string>, number, number, string | undefined]>([
    ['no range', {}, 200, SIZE, undefined],
    ['the last ten', { range: 'bytes=-10' }, 206, 10, `bytes ${SIZE - 10}-${SIZE - 1}/${SIZE}`],
    ['the last of more than there are', { range: 'bytes=-999999' }, 206, SIZE, `bytes 0-${SIZE - 1}/${SIZE}`],
    ['a single byte', { range: 'bytes=9-9' }, 206, 1, `bytes 9-9/${SIZE}`],
    ['more than there is', { range: `bytes=99990-999999` }, 206, 10, `bytes 99990-${SIZE - 1}/${SIZE}`],
    ['beyond the end', { range: `bytes=${SIZE}-` }, 416, 0, `bytes */${SIZE}`],
    ['nothing', { range: 'bytes=-0' }, 416, 0, `bytes */${SIZE}`],
    ['backwards', { range: 'bytes=9-3' }, 200, SIZE, undefined],
    ['several', { range: 'bytes=0-1,5-6' }, 200, SIZE, undefined],
    ['other units', { range: 'lines=1-2' }, 200, SIZE, undefined],
    ['a part of another image', { range: 'bytes=5-', 'if-range': '"other"' }, 200, SIZE, undefined],
  ])('UPD-08 answers %s', async (_, headers, code, length, contentRange) => {
    const answer = await unit().download(await begin(), headers)
    expect(answer.statusCode).toBe(code)
    expect(answer.headers['content-range']).toBe(contentRange)
    if (code === 416) expectProblem(answer, 416, 'range_invalid')
    else
      expect([answer.headers['content-length'], answer.rawPayload.length]).toEqual([String(length), length])
  })

  it('UPD-08 can be asked for its size first, which begins nothing', async () => {
    const id = await begin()
    const file = unit().fileOf(await unit().offer(id))
    const head = await updates().inject({
      ...{ method: 'HEAD', url: unit().root + file },
      headers: { authorization: 'TargetToken unit' },
    })
    expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
      200,
      `${SIZE}`,
      0,
    ])
    expect(head.headers.etag).toMatch(/^"[0-9a-f]{64}"$/)
    expect((await status()).update_started).toBe(false)
    expectProblem(await unit().get(file.replace('bms', 'gateway')), 404, 'not_found')
  })

  it('UPD-13 is not given out once its action is over', async () => {
    const id = await begin()
    const file = unit().fileOf(await unit().offer(id))
    await unit().fail(id)
    expectProblem(await unit().get(file), 410, 'action_over')
    expect(await unit().action()).toBeNull()
  })

  it('UPD-13 that is lost on the server can be asked for again later', async () => {
    const bytes = await updates().release('inverter', `1.${round()}`, 500)
    await updates().report(anna().system, { inverter: '1.0' })
    const id = await begin()
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await rm(join(updates().folder, 'images', sha256))
    const request = {
      url: unit().root + unit().fileOf(await unit().offer(id)),
      headers: { authorization: 'TargetToken unit' },
    }
    const head = await updates().inject({ method: 'HEAD', ...request })
    expect([head.statusCode, head.headers['retry-after']]).toEqual([503, '60'])
    const before = await unavailable()
    await expect(unit().download(id)).rejects.toThrow('destroyed')
    expect(await unavailable()).toBe(before + 1)
  })
})
