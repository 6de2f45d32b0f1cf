import { describe, expect, it, onTestFinished } from 'vitest'
import { SECRET } from '../../../test/api.ts'
import { anna, setUpRegistration } from '../../../test/set-up/registration.ts'
import { processUnconfirmed } from './unconfirmed.ts'

const DAY = 24 * 3_600_000
const { api, emails } = setUpRegistration()

describe('an account without a confirmed address', () => {
  it.each([
    ['fails', 'P0001', 1],
    ['takes too long', '57014', 2],
  ])('AUT-16 keeps no other from being removed if its own removal %s', async (_, sqlState, polls) => {
    await api().owner(anna.email)
    await api().owner('berta@example.org')
    api().clock.skip(15 * DAY)
    await api().db.run(
      `update owner set email_confirmed_at = null;
       create function refuse() returns trigger language plpgsql as
         $$begin raise exception 'refused' using errcode = '${sqlState}'; end$$;
       create trigger refuse before delete on owner for each row when (old.email like 'anna%') execute function refuse()`,
    )
    const accept = () => api().db.run('drop function if exists refuse cascade')
    onTestFinished(async () => void (await accept()))
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
