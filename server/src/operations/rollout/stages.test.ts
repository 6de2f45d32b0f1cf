import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { rollout } from '../../../test/rollouts.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { beginDueStage } from './stages.ts'

const { db, deps, ended, lines, now, release, run, skip } = rollout()
const advance = () => db().transaction((sql) => beginDueStage(sql, deps))
const share = (version: string, ...more: string[]) => run('release', 'share', 'bms', version, ...more)
const shown = async (version: string) =>
  z
    .looseObject({ share: z.int(), stage: z.looseObject({ reaches: z.int() }) })
    .parse(JSON.parse((await run('release', 'show', 'bms', version, '--json')).out))

describe('stages', () => {
  it('HND-18 follow once enough updates have finished and the time has passed, whichever process looks', async () => {
    await release('2.5.0')
    await share('2.5.0', '--stages', '90,95,100', '--after', '2-finished,24h')
    expect(await shown('2.5.0')).toMatchObject({
      ...{ share: 90, next_shares: '95,100', after: '2-finished,1d' },
      stage: { finished_in_stage: 0, missing: '2 finished, 1d' },
    })
    skip(25)
    await ended('2.5.0', 0, 'finished')
    await ended('2.5.0', 0, 'finished')
    expect(await advance()).toBe(false)
    expect((await shown('2.5.0')).stage).toMatchObject({ missing: '1 finished' })
    await ended('2.5.0', 1, 'finished')
    expect((await shown('2.5.0')).stage).toMatchObject({ missing: 'nothing' })
    expect((await Promise.all([advance(), advance()])).toSorted()).toEqual([false, true])
    expect(await shown('2.5.0')).toMatchObject({
      share: 95,
      next_shares: '100',
      stage: { finished_in_stage: 0 },
    })
    const { out } = await run('audit', 'list', '--by', 'the product')
    expect(out).toMatch(/release stage +bms 2\.5\.0 +\{"share":90,"finished":2\} +\{"share":95,"reaches":5\}/)
  })

  it('HND-18 do not follow while the release is paused, or the time has not passed', async () => {
    skip(1)
    for (const which of [2, 3]) await ended('2.5.0', which, 'finished')
    expect(await advance()).toBe(false)
    skip(23)
    await run('release', 'pause', 'bms', '2.5.0')
    expect(await advance()).toBe(false)
    await run('release', 'resume', 'bms', '2.5.0')
    expect(await advance()).toBe(true)
    expect(await advance()).toBe(false)
    expect(await shown('2.5.0')).toMatchObject({ share: 100, stage: { missing: null } })
  })

  it('HND-18 end when an operator sets the share, and go on when they change something else', async () => {
    await share('2.5.0', '--stages', '90,100', '--after', '1h')
    skip(2)
    await share('2.5.0', '--per-day', '10')
    expect(await shown('2.5.0')).toMatchObject({ share: 90, per_day: 10, stage: { missing: 'nothing' } })
    await share('2.5.0', '90')
    expect(await shown('2.5.0')).toMatchObject({ share: 90, per_day: 10, stage: { missing: null } })
    await share('2.5.0', '--everybody')
    expect(await shown('2.5.0')).not.toHaveProperty('per_day')
  })

  it('HND-18 that reach nobody, or too few for their gate, say so', async () => {
    await release('2.6.0')
    expect((await share('2.6.0', '0')).out).toMatch(/reaches nobody/)
    expect((await share('2.6.0', '--stages', '1,50,100', '--after', '1h')).out).toMatch(/reaches nobody/)
    const few = await share('2.6.0', '--stages', '99,100', '--after', '20-finished')
    expect(few.out).toMatch(/cannot go on by itself: this stage reaches 5 systems, of which 20 would have/)
    await share('2.6.0', '--stages', '1,2,100', '--after', '1h')
    skip(1)
    lines.length = 0
    expect(await advance()).toBe(true)
    expect(lines.join('')).toMatch(/bms 2\.6\.0.*this stage reaches nobody.*stuck by itself/)
    await run('release', 'withdraw', 'bms', '2.6.0')
    skip(1)
    expect(await advance()).toBe(false)
  })
})

describe('groups', () => {
  const file = async (text: string) => {
    const path = join(await mkdtemp(join(tmpdir(), 'ks-only-')), 'only.txt')
    await writeFile(path, text)
    return path
  }

  it('HND-18 are lists, versions and time zones, and are shown', async () => {
    await release('2.7.0')
    const only = await file('1001\r\n\n1002\n')
    const output = await share(
      '2.7.0',
      '--only',
      only,
      '--from-version',
      '2.4.0',
      '--time-zone',
      'Europe/Berlin',
    )
    expect(output.out).toMatch(/reaches 2 systems/)
    expect(await shown('2.7.0')).toMatchObject({
      ...{ only: '2 systems', from_version: '2.4.0', time_zone: 'Europe/Berlin' },
      stage: { reaches: 2 },
    })
    expect((await share('2.7.0', '--requires', 'inverter>=3.1')).out).toMatch(/reaches nobody/)
    expect((await share('2.7.0', '--everybody')).out).toMatch(/reaches nobody/)
    expect(await shown('2.7.0')).toMatchObject({ requires: 'inverter>=3.1' })
  })

  it.each([
    ['1001\n1002\n1001\n', /line 3: 1001 is in line 1 already/],
    ['1001\nein Keller\n', /line 2: no serial number/],
    ['1001\n9999\n', /there is no system 9999/],
    ['\n\n', /no serial numbers/],
    [Array.from({ length: 1001 }, (_, i) => `${i + 1}\n`).join(''), /more than 1000 serial numbers/],
    [' '.repeat(65 * 1024), /more than 64 KiB/],
  ])('HND-18 in a file such as %j are refused with a sentence', async (text, sentence) => {
    const before = await releaseStore(db()).ofChip('bms')
    const output = await share('2.7.0', '--only', await file(text))
    expect(output).toMatchObject({ code: 1, err: expect.stringMatching(sentence) })
    expect(await releaseStore(db()).ofChip('bms')).toEqual(before)
  })

  it.each([
    [['--stages', '5,1'], 2, /stages: not ever more/],
    [['--stages', '5'], 2, /stages: fewer than two/],
    [['--stages', '5,200', '--after', '1h'], 2, /stages.*no percent/],
    [['--stages', '5,100'], 1, /--stages needs --after/],
    [['5', '--after', '1h'], 1, /--after belongs to --stages/],
    [['5', '--stages', '5,100', '--after', '1h'], 1, /exclude each other/],
    [['--stages', '5,100', '--after', 'soon'], 2, /after.*no gate, as in 20-finished,24h/],
    [['--stages', '5,100', '--after', '0-finished'], 2, /always open/],
    [['--requires', 'inverter'], 2, /requires.*no condition, as in inverter>=3\.0/],
    [['--time-zone', 'Europe/Keller'], 2, /--time-zone: not a time zone/],
    [['--per-day', '0'], 2, /--per-day: less than 1/],
    [[], 1, /Say a percentage/],
  ])('HND-18 HND-19 are refused with a sentence: %j', async (args, code, sentence) => {
    expect(await share('2.7.0', ...args)).toMatchObject({ code, err: expect.stringMatching(sentence) })
  })

  it('HND-18 get so many updates within a day', async () => {
    const offered = async () =>
      (await releaseStore(db()).offered(now())).some(({ version }) => version === '2.7.0')
    const locked = async () => {
      const [one] = (await releaseStore(db()).ofChip('bms')).filter(({ version }) => version === '2.7.0')
      return db().transaction((sql) => releaseStore(sql).lockOffered([one?.id ?? 0], now()))
    }
    await share('2.7.0', '--per-day', '2')
    for (const which of [0, 0, 1]) await ended('2.7.0', which, 'cancelled')
    for (const state of ['interrupted', 'finished'] as const) await ended('2.7.0', 0, state)
    expect([await offered(), await locked()]).toEqual([true, true])
    await ended('2.7.0', 1, 'finished')
    expect([await offered(), await locked()]).toEqual([false, false])
    skip(25)
    expect([await offered(), await locked()]).toEqual([true, true])
  })
})
