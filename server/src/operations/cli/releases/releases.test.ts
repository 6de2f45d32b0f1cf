import { createHash, randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../../test/cli.ts'
import { testDatabase } from '../../../../test/database/database.ts'

const NOW = new Date('2026-11-21T10:00:00Z')
let test: Awaited<ReturnType<typeof testDatabase>>
let folder: string
beforeAll(async () => {
  test = await testDatabase()
  folder = await mkdtemp(join(tmpdir(), 'ks-release-'))
  expect((await cli('key', 'create', path('operator'))).code).toBe(0)
  expect((await cli('key', 'add', path('operator.pub'))).code).toBe(0)
})
afterAll(async () => {
  await test.close()
  await rm(folder, { recursive: true, force: true })
})
const path = (name: string) => join(folder, name)

const cli = (...args: string[]) =>
  commandLine(args, { db: test.db, now: NOW, dataFolder: join(folder, 'data') })
/** Runs a command that works without a server; resolves to its exit code. */
const offline = async (...args: string[]) => (await commandLine(args, null)).code
async function image(name: string, bytes = randomBytes(5000)) {
  await writeFile(path(name), bytes)
  return path(name)
}
const sign = (chip: string, version: string, file: string, key = 'operator') =>
  offline('release', 'sign', chip, version, file, '--key', path(key))
const NOTES = ['--notes-de', 'Lädt schneller', '--notes-en', 'Charges faster']
const publish = (chip: string, version: string, file: string, ...more: string[]) =>
  cli('release', 'publish', chip, version, file, ...NOTES, ...more)
const listed = async () =>
  z
    .array(z.looseObject({ chip: z.string(), version: z.string(), state: z.string(), share: z.int() }))
    .parse(JSON.parse((await cli('release', 'list', '--json')).out))
const kept = () => readdir(join(folder, 'data', 'images')).catch(() => [])

describe('keys', () => {
  it('HND-03 are made without a server, the private one for nobody else, and never over another', async () => {
    expect(await offline('key', 'create', path('second'))).toBe(0)
    expect((await stat(path('second'))).mode & 0o777).toBe(0o600)
    const before = await readFile(path('second'), 'utf8')
    expect(await offline('key', 'create', path('second'))).toBe(1)
    expect(await readFile(path('second'), 'utf8')).toBe(before)
  })

  it('HND-03 are believed once they are added, if they are public ones', async () => {
    expect((await cli('key', 'add', path('operator.pub'))).err).toMatch(/is believed already/)
    expect((await cli('key', 'add', path('operator'))).err).toMatch(/holds no public Ed25519 key/)
    expect((await cli('key', 'add', path('none'))).err).toMatch(/cannot be read/)
    expect(JSON.parse((await cli('key', 'list', '--json')).out)).toHaveLength(1)
  })
})

describe('a release', () => {
  it('HND-03 is signed offline, published, and kept by its hash, for nobody else to read', async () => {
    const file = await image('bms-2')
    expect(await sign('bms', '2.0.0', file)).toBe(0)
    expect(await publish('bms', '2.0.0', file, '--share', '10')).toMatchObject({ code: 0, err: '' })
    const [release] = await listed()
    expect(release).toMatchObject({ chip: 'bms', version: '2.0.0', state: 'offered', share: 10 })
    const sha256 = createHash('sha256')
      .update(await readFile(file))
      .digest('hex')
    expect(await kept()).toEqual([sha256])
    const modeOf = async (name: string) => (await stat(join(folder, 'data', 'images', name))).mode & 0o777
    expect([await modeOf(''), await modeOf(sha256)]).toEqual([0o700, 0o600])
  })

  it('HND-03 is paused, resumed and offered to more', async () => {
    expect((await cli('release', 'pause', 'bms', '2.0.0')).code).toBe(0)
    expect((await listed())[0]?.state).toBe('paused')
    expect((await cli('release', 'pause', 'bms', '2.0.0')).code).toBe(1)
    expect((await cli('release', 'resume', 'bms', '2.0.0')).code).toBe(0)
    expect((await cli('release', 'share', 'bms', '2.0.0', '50')).code).toBe(0)
    expect((await listed())[0]).toMatchObject({ state: 'offered', share: 50 })
    expect((await cli('release', 'resume', 'bms', '2.0.0')).err).toMatch(
      /no release bms 2.0.0 that is paused/,
    )
    expect((await cli('release', 'share', 'bms', '9', '50')).err).toMatch(/no release bms 9\./)
  })

  it('HND-16 is withdrawn for good; a lower one may follow, but not the same again', async () => {
    const [bad, good] = [await image('bad'), await image('good')]
    await sign('inverter', '2.6.0', bad)
    await sign('inverter', '2.5.1', good)
    await publish('inverter', '2.6.0', bad)
    expect((await publish('inverter', '2.5.1', good)).err).toMatch(/a newer release/)
    expect(await cli('release', 'withdraw', 'inverter', '2.6.0')).toMatchObject({ code: 0, err: '' })
    for (const change of [['pause'], ['resume'], ['withdraw'], ['share', '5']]) {
      const [name = '', ...more] = change
      const said = await cli('release', name, 'inverter', '2.6.0', ...more)
      expect(said).toMatchObject({
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

  const spoiled: Record<string, [() => Promise<Awaited<ReturnType<typeof cli>>>, RegExp]> = {
    'that is not signed': [async () => publish('bms', '3.0.0', await image('unsigned')), /has signed/],
    'signed by somebody else': [
      async () => {
        const file = await image('rogue')
        await offline('key', 'create', path('rogue-key'))
        await sign('bms', '3.0.0', file, 'rogue-key')
        return publish('bms', '3.0.0', file)
      },
      /has signed/,
    ],
    'changed after it was signed': [
      async () => {
        const file = await image('tampered')
        await sign('bms', '3.0.0', file)
        const bytes = await readFile(file)
        bytes[4000] = (bytes[4000] ?? 0) ^ 1
        await writeFile(file, bytes)
        return publish('bms', '3.0.0', file)
      },
      /has signed/,
    ],
    'cut off after it was signed': [
      async () => {
        const file = await image('truncated')
        await sign('bms', '3.0.0', file)
        await truncate(file, 4999)
        return publish('bms', '3.0.0', file)
      },
      /has signed/,
    ],
    'signed for another chip': [
      async () => {
        const file = await image('other-chip')
        await sign('gateway', '3.0.0', file)
        return publish('bms', '3.0.0', file)
      },
      /has signed/,
    ],
    'signed as another version': [
      async () => {
        const file = await image('other-version')
        await sign('bms', '2.9.0', file)
        return publish('bms', '3.0.0', file)
      },
      /has signed/,
    ],
    'with nonsense for a signature': [
      async () => {
        const file = await image('nonsense')
        await writeFile(`${file}.sig`, 'nonsense')
        return publish('bms', '3.0.0', file)
      },
      /has signed/,
    ],
    'that is older': [
      async () => {
        const file = await image('older')
        await sign('bms', '1.9.9', file)
        return publish('bms', '1.9.9', file)
      },
      /a newer release/,
    ],
    'that is there already': [
      async () => {
        const file = await image('again')
        await sign('bms', '2.0', file)
        return publish('bms', '2.0', file)
      },
      /there already|already/,
    ],
    'that is empty': [async () => publish('bms', '3.0.0', await image('empty', Buffer.alloc(0))), /is empty/],
    'that is too large': [
      async () => {
        const file = await image('large')
        await truncate(file, MAX_IMAGE_BYTES + 1)
        return publish('bms', '3.0.0', file)
      },
      /larger than 256 MiB/,
    ],
    'that is not there': [() => publish('bms', '3.0.0', path('nowhere')), /cannot be read/],
    'with half of what changes': [
      async () => publish('bms', '3.0.0', await image('half'), '--changes-de', 'Anders'),
      /belong together/,
    ],
  }
  it.each(Object.keys(spoiled))('HND-03 %s is refused, and leaves nothing', async (name) => {
    const [attempt, sentence] = spoiled[name] ?? []
    const before = [await listed(), await kept()]
    const said = await attempt?.()
    expect(said).toMatchObject({ code: 1, out: '' })
    expect(said?.err).toMatch(sentence ?? /^$/)
    expect([await listed(), await kept()]).toEqual(before)
  })

  it.each([
    [['release', 'publish', 'BMS', '1', 'f', ...NOTES], /chip: no name of a chip/],
    [['release', 'publish', 'bms', 'v1', 'f', ...NOTES], /version: no version/],
    [['release', 'publish', 'bms', '1', 'f'], /--notes-de is missing.*--notes-en is missing/],
    [['release', 'publish', 'bms', '1', 'f', ...NOTES, '--share', '101'], /share: no percent/],
    [['release', 'publish', 'bms', '1', 'f', ...NOTES, '--notes-de', ' '], /notesDe: /],
    [['release', 'sign', 'bms', '1', 'f'], /--key is missing/],
  ])('HND-03 says what is wrong with %j', async (args, sentence) => {
    const { code, err } = await cli(...args)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(sentence) })
  })

  it('HND-03 two at once of one chip are one after the other', async () => {
    const [a, b] = [await image('race-a'), await image('race-b')]
    await sign('charger', '1.0.0', a)
    await sign('charger', '1.0.0', b)
    const codes = (await Promise.all([publish('charger', '1.0.0', a), publish('charger', '1.0.0', b)])).map(
      ({ code }) => code,
    )
    expect(codes.toSorted()).toEqual([0, 1])
  })
})

describe('a key that is removed', () => {
  it('HND-16 signs nothing any more, takes its releases with it, and is never believed again', async () => {
    await offline('key', 'create', path('stolen'))
    await cli('key', 'add', path('stolen.pub'))
    const [file, rogue] = [await image('display-1'), await image('display-2')]
    await sign('display', '1.0.0', file, 'stolen')
    await sign('display', '2.0.0', rogue, 'stolen')
    await publish('display', '1.0.0', file)
    const all: { id: string }[] = z
      .array(z.object({ id: z.string() }))
      .parse(JSON.parse((await cli('key', 'list', '--json')).out))
    const id = all.at(-1)?.id ?? ''
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
    expect(JSON.parse((await cli('key', 'list', '--json')).out)).toHaveLength(all.length - 1)
    const { out } = await cli('audit', 'list', '--subject', id)
    expect(out).toMatch(/key remove .*"withdrawn":\["display 1\.0\.0"\]/)
  })
})
