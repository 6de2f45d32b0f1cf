import { MAX_CORRECTIONS } from '@kellersonne/contract/energy/corrections'
import { describe, expect, it } from 'vitest'
import { setUpCorrections, wrong } from '../../../test/set-up/corrections.ts'

const { api, systems, hours, make, listed, events } = setUpCorrections()

describe('corrections of a former owner', () => {
  it('ENE-06 AUT-12 bind the next one in nothing: not in what is counted, hidden, listed, or still possible', async () => {
    const [system = 0] = systems()
    const [before, now] = ['2026-05-10T10:20:00Z', '2026-05-10T10:40:00Z']
    await api().db.transaction(async (sql) => {
      await sql.run(
        `insert into ownership (system, owner, since, until) select system, null, '2025-12-01', $2 from ownership where system = $1`,
        [system, before],
      )
      await sql.run('update ownership set since = $2 where system = $1 and until is null', [system, now])
      await sql.run(
        `insert into correction (system, since, counter, start, until, made_at)
         select $1, '2025-12-01', null, '2026-05-10T09:00Z', '2026-05-10T12:00Z', now() from generate_series(1, $2)`,
        [system, MAX_CORRECTIONS],
      )
      await sql.run(
        `insert into correction (system, since, counter, start, before, made_at)
         values ($1, '2025-12-01', 'pv', '2026-05-10T10:10Z', 9200, now())`,
        [system],
      )
    })
    expect(await hours()).toEqual({ 10: 250, 11: 1000, 12: 1000, 13: 0 })
    expect(await listed()).toEqual([])
    expect(await events()).toEqual([])
    await make(wrong('11:00', '12:00'))
    expect(await hours()).toEqual({ 10: 250, 12: 1000, 13: 0 })
  })
})
