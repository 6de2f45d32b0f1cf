import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { rollout } from '../../../test/rollouts.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { updateStore } from '../../firmware/runs/store.ts'
import { mailStore } from '../../platform/mail/store.ts'
import { operatorMails } from './operators.ts'
import { reportStop } from './stops.ts'

const { db, deps, ended, lines, now, release, run, skip } = rollout()
const report = () => db().transaction((sql) => reportStop(sql, deps))
const entries = z.object({ entries: z.array(z.looseObject({ action: z.string() })) })
const audited = async () =>
  entries.parse(JSON.parse((await run('audit', 'list', '--subject', 'bms 2.5.0', '--json')).out)).entries

describe('a release that stops by itself', () => {
  it('HND-17 says so once, in the audit, the log and a mail, with the reason', async () => {
    await release('2.5.0')
    for (const which of [0, 1, 2]) await ended('2.5.0', which, 'interrupted')
    await ended('2.5.0', 3, 'finished')
    expect(await report()).toBe(false)
    await releaseStore(db()).pause({ chip: 'bms', version: '2.5.0' }, 'failures', now())
    expect((await Promise.all([report(), report()])).toSorted()).toEqual([false, true])
    const reason = 'updates failed on 3 of 4 systems'
    expect(await audited()).toMatchObject([
      {
        ...{ operator: 'the product', action: 'release stop', reason, before: { state: 'offered' } },
        after: { state: 'stopped', finished: 1, failed: 3 },
      },
    ])
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([{ level: 40, release: 'bms 2.5.0', reason }])
    const [mail] = await mailStore(db()).take(operatorMails.kinds, 10, now(), now())
    const letter = mail && (await operatorMails.compose(mail))
    expect(letter).toMatchObject({ to: 'ops@example.org', subject: 'Kellersonne: release bms 2.5.0 stopped' })
    expect(letter?.text).toMatch(
      /on 3 of 4 systems[\s\S]*release show bms 2\.5\.0[\s\S]*release resume bms 2\.5\.0/,
    )
  })

  it('HND-17 counts from now on once it is resumed, and says so again if it stops again', async () => {
    await run('release', 'resume', 'bms', '2.5.0')
    const [one] = await releaseStore(db()).ofChip('bms')
    const counts = () => updateStore(db()).outcomeCounts(one?.id ?? 0, one?.countedFrom)
    expect(await counts()).toMatchObject({ finished: 0, failed: 0 })
    skip(1)
    await ended('2.5.0', 4, 'interrupted')
    expect(await counts()).toMatchObject({ finished: 0, failed: 1 })
    await releaseStore(db()).pause({ chip: 'bms', version: '2.5.0' }, 'failures', now())
    expect(await report()).toBe(true)
    expect(await audited()).toMatchObject([{ action: 'release stop' }, { action: 'release resume' }, {}])
  })

  it('HND-17 without an address is in the log and the audit alone', async () => {
    await release('2.7.0')
    await releaseStore(db()).pause({ chip: 'bms', version: '2.7.0' }, 'failures', now())
    await db().run('delete from mail')
    await db().transaction((sql) => reportStop(sql, { ...deps, config: { OPERATOR_EMAIL: undefined } }))
    expect(await db().rows(z.object({ kind: z.string() }), 'select kind from mail')).toEqual([])
  })
})
