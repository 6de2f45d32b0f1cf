import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { releaseTools } from '../../../../test/release-tools.ts'

const { cli, image, listed, offline, path, publish, sign } = releaseTools()

describe('a release', () => {
  it('HND-16 is withdrawn for good; a lower one may follow, but not the same again', async () => {
    const [bad, good] = [await image('bad'), await image('good')]
    await sign('inverter', '2.6.0', bad)
    await sign('inverter', '2.5.1', good)
    await publish('inverter', '2.6.0', bad)
    expect((await publish('inverter', '2.5.1', good)).err).toMatch(/a newer release/)
    expect(await cli('release', 'withdraw', 'inverter', '2.6.0')).toMatchObject({ code: 0, err: '' })
    for (const change of [['pause'], ['resume'], ['withdraw'], ['share', '5']]) {
      const [name = '', ...more] = change
      const output = await cli('release', name, 'inverter', '2.6.0', ...more)
      expect(output).toMatchObject({
        code: 1,
        err: 'The release inverter 2.6.0 has been withdrawn for good.\n',
      })
    }
    expect((await publish('inverter', '2.6.0', bad)).err).toMatch(/already/)
    expect((await publish('inverter', '2.5.1', good)).code).toBe(0)
    const states = (await listed()).flatMap(({ chip, state }) => (chip === 'inverter' ? [state] : []))
    expect(states.toSorted()).toEqual(['offered', 'withdrawn'])
    expect((await cli('release', 'withdraw', 'inverter', '9')).err).toBe('There is no release inverter 9.\n')
  })
})

const keyIds = async (): Promise<string[]> =>
  z
    .array(z.object({ id: z.string() }))
    .parse(JSON.parse((await cli('key', 'list', '--json')).out))
    .map(({ id }) => id)

describe('a key that is removed', () => {
  it('HND-16 signs nothing any more, takes its releases with it, and is never believed again', async () => {
    await offline('key', 'create', path('stolen'))
    const before = await keyIds()
    await cli('key', 'add', path('stolen.pub'))
    const [file, rogue] = [await image('display-1'), await image('display-2')]
    await sign('display', '1.0.0', file, 'stolen')
    await sign('display', '2.0.0', rogue, 'stolen')
    await publish('display', '1.0.0', file)
    const all = await keyIds()
    const [id = ''] = all.filter((one) => !before.includes(one))
    expect((await cli('key', 'remove', '00')).code).toBe(2)
    expect((await cli('key', 'remove', '0'.repeat(16))).err).toMatch(/no key 0+ that is believed/)
    expect(await cli('key', 'remove', id)).toMatchObject({
      ...{ code: 0, out: expect.stringMatching(/withdrawn: display 1\.0\.0\./) },
    })
    expect((await listed()).find(({ chip }) => chip === 'display')?.state).toBe('withdrawn')
    expect((await publish('display', '2.0.0', rogue)).err).toMatch(/has signed/)
    expect((await cli('key', 'add', path('stolen.pub'))).err).toBe(
      `The key ${id} was removed, for good. Make another.\n`,
    )
    expect(await keyIds()).toEqual(before)
    const { out } = await cli('audit', 'list', '--subject', id)
    expect(out).toMatch(/key remove .*"withdrawn":\["display 1\.0\.0"\]/)
  })
})
