import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { SECRET } from '../../../test/api.ts'
import { metricsFromNow } from '../../../test/metrics.ts'
import { anna, setUpRegistration } from '../../../test/set-up/registration.ts'
import { openUnconfirmedJob, processUnconfirmed } from './unconfirmed.ts'
import { openUnusedJob, processUnused } from './unused.ts'

const DAY = 24 * 3_600_000
const { api, emails } = setUpRegistration()

/** Lets the deletion of Anna's account fail until what it returns is called, or the test has finished. */
async function refuseDeletion(sqlState = 'P0001') {
  await api().db.run(
    `create function refuse() returns trigger language plpgsql as
       $$begin raise exception 'refused' using errcode = '${sqlState}'; end$$;
     create trigger refuse before delete on owner for each row when (old.email like 'anna%') execute function refuse()`,
  )
  const accept = () => api().db.run('drop function if exists refuse cascade')
  onTestFinished(async () => void (await accept()))
  return accept
}

describe('an account without a confirmed address', () => {
  it.each([
    ['fails', 'P0001', 1],
    ['takes too long', '57014', 2],
  ])('AUT-16 keeps no other from being removed if its own removal %s', async (_, sqlState, polls) => {
    await api().owner(anna.email)
    await api().owner('berta@example.org')
    api().clock.skip(15 * DAY)
    await api().db.run('update owner set email_confirmed_at = null')
    const accept = await refuseDeletion(sqlState)
    const tried = new Set<string>()
    const work = () =>
      api().db.transaction((sql) => processUnconfirmed(sql, SECRET, api().now(), tried, () => undefined))
    /** Works as the job does: until nothing is left, or a part fails. */
    const poll = async () => {
      while (await work().catch(() => false));
    }
    for (let i = 0; i < polls; i += 1) await poll()
    expect(await emails()).toEqual([anna.email])
    await accept()
    await poll()
    expect(await emails()).toEqual([])
  })
})

describe('an account that cannot be deleted', () => {
  it.each([
    ['unconfirmed', openUnconfirmedJob],
    ['unused', openUnusedJob],
  ] as const)('HND-22 AUT-16 is counted for the alarm by the job %s', async (name, open) => {
    const { owner } = await api().owner(anna.email)
    if (name === 'unconfirmed') await api().db.run('update owner set email_confirmed_at = null')
    else {
      api().clock.skip(352 * DAY)
      await api().db.transaction((sql) => processUnused(sql, api().now()))
    }
    api().clock.skip(15 * DAY)
    await refuseDeletion()
    const lines: string[] = []
    const log = pino({ level: 'error' }, { write: (line: string) => lines.push(line) })
    const since = await metricsFromNow()
    const job = open({ db: api().db, log, secret: SECRET, now: () => api().now() })
    await expect
      .poll(() => lines.join(''))
      .toContain(`"owner":"${owner}","msg":"an account could not be deleted"`)
    await job.close()
    expect((await since())(`job_left_out_total{name="${name}"}`)).toBe(1)
    expect(await emails()).toEqual([anna.email])
  })
})
