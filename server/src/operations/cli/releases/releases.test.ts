import { createHash } from 'node:crypto'
import { readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_IMAGE_BYTES } from '@kellersonne/core/firmware/image'
import { describe, expect, it } from 'vitest'
import { releaseTools } from '../../../../test/release-tools.ts'

const { NOTES, cli, image, kept, listed, offline, path, publish, sign } = releaseTools()

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
    const modeOf = async (name: string) => (await stat(path(join('data', 'images', name)))).mode & 0o777
    expect([await modeOf(''), await modeOf(sha256)]).toEqual([0o700, 0o600])
  })

  it('HND-37 says which findings it fixes, in `release show` and in the audit; other names are refused', async () => {
    const file = await image('inverter-fix')
    await sign('inverter', '1.1.0', file)
    expect((await publish('inverter', '1.1.0', file, '--fixes', 'no_charge,stuck')).err).toMatch(
      /--fixes: no finding, as in no_charge,no_discharge/,
    )
    const { code } = await publish('inverter', '1.1.0', file, '--fixes', 'signs, no_charge,signs')
    expect(code).toBe(0)
    expect((await cli('release', 'show', 'inverter', '1.1.0')).out).toMatch(/fixes +signs,no_charge/)
    expect((await cli('audit', 'list', '--subject', 'inverter 1.1.0')).out).toContain(
      '"fixes":"signs,no_charge"',
    )
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
    const output = await attempt?.()
    expect(output).toMatchObject({ code: 1, out: '' })
    expect(output?.err).toMatch(sentence ?? /^$/)
    expect([await listed(), await kept()]).toEqual(before)
  })

  it.each([
    [['release', 'publish', 'BMS', '1', 'f', ...NOTES], /chip: no name of a chip/],
    [['release', 'publish', 'bms', 'v1', 'f', ...NOTES], /version: no version/],
    [['release', 'publish', 'bms', '1', 'f'], /--notes-de: missing; --notes-en: missing/],
    [['release', 'publish', 'bms', '1', 'f', ...NOTES, '--share', '101'], /--share: no percent/],
    [['release', 'publish', 'bms', '1', 'f', ...NOTES, '--notes-de', ' '], /--notes-de: empty/],
    [['release', 'sign', 'bms', '1', 'f'], /--key: missing/],
  ])('HND-03 says what is wrong with %j', async (args, sentence) => {
    const { code, err } = await cli(...args)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringMatching(sentence) })
  })

  it('HND-03 UPD-20 says so if owners could not agree to what changes, as it is too long', async () => {
    const changes = ['--changes-de', 'ä'.repeat(501), '--changes-en', 'a'.repeat(501)]
    const { code, err } = await cli('release', 'publish', 'bms', '1', 'f', ...NOTES, ...changes)
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringMatching(
        /--changes-de: more than 500 characters.*--changes-en: more than 500 characters/,
      ),
    })
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
