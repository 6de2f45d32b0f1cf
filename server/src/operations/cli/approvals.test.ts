import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { releaseTools } from '../../../test/release-tools.ts'

const { NOTES, NOW, as, cli, image, kept, listed, offline, path, sign } = releaseTools()
const two = { approvals: 2 }
const olga = (...args: string[]) => as('olga', args, two)
const otto = (...args: string[]) => as('otto', args, two)
const ask = async (...args: string[]) => {
  const { code, out, err } = await olga(...args, '--json')
  expect({ code, err }).toEqual({ code: 0, err: '' })
  return String(z.object({ approval: z.int() }).parse(JSON.parse(out)).approval)
}
const states = async () => (await listed()).map(({ version, state, share }) => `${version} ${state} ${share}`)
const publishing = async (version: string) => {
  const file = await image(`bms-${version}`)
  await sign('bms', version, file)
  return ['release', 'publish', 'bms', version, file, ...NOTES]
}

describe('a change that needs a second operator', () => {
  it('HND-20 is made once, by somebody else, who sees what it changes; the audit names both', async () => {
    const args = await publishing('2.5.0')
    const id = await ask(...args, '--share', '5', '--why', 'batch 7')
    expect(await states()).toEqual([])
    await image('bms-2.5.0')
    expect((await otto('approval', 'list')).out).toMatch(
      /open until .* olga +release publish +bms 2\.5\.0 .*"share":5/,
    )
    expect((await olga('approval', 'give', id)).err).toMatch(/^You have asked for it yourself: somebody else/)
    const both = await Promise.all([otto('approval', 'give', id), as('ole', ['approval', 'give', id], two)])
    expect(both.map(({ code }) => code).toSorted()).toEqual([0, 1])
    expect(both.map(({ err }) => err).join('')).toMatch(/^The request 1 was given by o(tto|le)\.\n$/)
    expect(await states()).toEqual(['2.5.0 offered 5'])
    const { out } = await cli('audit', 'list', '--subject', 'bms 2.5.0')
    expect(out).toMatch(
      /o(tto|le) .*release publish .*"approval":1,"asked_by":"olga"\} +batch 7\n.*olga .*approval ask/,
    )
  })

  it('HND-20 is judged again when it is approved, and stays open if it cannot be made', async () => {
    await cli('release', 'pause', 'bms', '2.5.0')
    const id = await ask('release', 'resume', 'bms', '2.5.0')
    await cli('release', 'resume', 'bms', '2.5.0')
    expect(await otto('approval', 'give', id)).toMatchObject({
      ...{ code: 1, err: 'There is no release bms 2.5.0 that is paused.\n' },
    })
    await cli('release', 'pause', 'bms', '2.5.0')
    expect((await otto('approval', 'give', id)).code).toBe(0)
    expect(await states()).toEqual(['2.5.0 offered 5'])
  })

  it('HND-20 comes one after the other for a release, and can be taken back', async () => {
    const id = await ask('release', 'share', 'bms', '2.5.0', '50')
    const output = await otto('release', 'share', 'bms', '2.5.0', '10')
    expect(output.err).toBe(`olga has asked for release share bms 2.5.0: request ${id} comes first.\n`)
    expect((await olga('approval', 'refuse', id)).code).toBe(0)
    expect((await otto('approval', 'give', id)).err).toBe(`The request ${id} was refused by olga.\n`)
    expect((await otto('approval', 'refuse', '99')).err).toBe('There is no request 99.\n')
    expect(await states()).toEqual(['2.5.0 offered 5'])
  })

  it('HND-20 expires after a day, and makes room for another', async () => {
    const id = await ask('release', 'share', 'bms', '2.5.0', '50')
    const tomorrow = { ...two, now: new Date(NOW.getTime() + 24 * 3_600_000) }
    expect((await as('otto', ['approval', 'give', id], tomorrow)).err).toMatch(/expired at .*: ask again/)
    expect((await as('otto', ['release', 'share', 'bms', '2.5.0', '7'], tomorrow)).code).toBe(0)
    expect((await otto('approval', 'list')).out).toMatch(new RegExp(`${id} +\\S+ +expired by the product`))
    expect((await as('olga', ['approval', 'give', String(Number(id) + 1)], tomorrow)).code).toBe(0)
    expect(await states()).toEqual(['2.5.0 offered 7'])
  })

  it('HND-20 that cannot be made is not asked for, and one refused leaves no image', async () => {
    const before = [await kept(), (await otto('approval', 'list')).out]
    const unsigned = await image('rogue')
    expect((await olga('release', 'publish', 'bms', '3.0.0', unsigned, ...NOTES)).err).toMatch(/has signed/)
    expect((await olga('release', 'share', 'bms', '9', '5')).err).toBe('There is no release bms 9.\n')
    expect([await kept(), (await otto('approval', 'list')).out]).toEqual(before)
    const id = await ask(...(await publishing('2.6.0')))
    expect(await kept()).toHaveLength(2)
    expect((await otto('approval', 'refuse', id)).code).toBe(0)
    expect(await kept()).toEqual(before[0])
  })

  it('HND-20 also is one of keys', async () => {
    await offline('key', 'create', path('other'))
    const id = await ask('key', 'add', path('other.pub'))
    const keys = async () =>
      z.array(z.object({ id: z.string() })).parse(JSON.parse((await cli('key', 'list', '--json')).out))
    const before = await keys()
    expect(before).toHaveLength(1)
    expect((await otto('approval', 'give', id)).code).toBe(0)
    const added = (await keys()).find((key) => key.id !== before[0]?.id)?.id ?? ''
    await otto('approval', 'give', await ask('key', 'remove', added))
    expect(await keys()).toEqual(before)
  })

  it('HND-20 never is one that stops something', async () => {
    expect((await olga('release', 'pause', 'bms', '2.5.0')).code).toBe(0)
    expect((await olga('release', 'withdraw', 'bms', '2.5.0')).code).toBe(0)
    expect(await states()).toEqual(['2.5.0 withdrawn 7'])
  })
})
