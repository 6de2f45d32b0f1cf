import { command } from '@kellersonne/contract/control/commands'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem } from '../../test/api.ts'
import { list, setUpCommands } from '../../test/set-up/commands.ts'
import { unzip } from '../../test/unzip.ts'
import { removeOwner } from '../identity/accounts/deletion.ts'
import { systemStore } from '../systems/store.ts'

const { api, anna, berta, unit, seeOnline, post, given, look, ledger, listed, report } = setUpCommands()

describe('the ledger', () => {
  it('API-12 has ten a page, the newest first, and pages beyond its end', async () => {
    await api().db.run(
      `insert into command (system, since, name, asked_at, state, ended_at)
       select system, since, 'off', since + i * interval '1 hour', 'done', since + i * interval '1 hour'
       from ownership, generate_series(1, 25) as i where system = $1`,
      [unit()],
    )
    const pages = await Promise.all([1, 2, 3, 4].map((page) => listed(`sn=1001&page=${page}`)))
    expect(pages.map(({ total, commands }) => [total, commands.length])).toEqual([
      ...[
        [25, 10],
        [25, 10],
        [25, 5],
        [25, 0],
      ],
    ])
    const times = pages.flatMap(({ commands }) => commands.map(({ asked_at }) => asked_at))
    expect(times).toEqual(times.toSorted().reverse())
    for (const page of ['0', '-1', 'x', '1.5'])
      expectProblem(await ledger(`sn=1001&page=${page}`), 400, 'input_invalid')
  })

  it('API-07 is for who gave the command: it stays behind when the system changes hands', async () => {
    const { id } = await given()
    await systemStore(api().db).release(z.parse(command.shape.sn, '1001'), anna().owner, api().now())
    for (const answer of [await look(id), await ledger('sn=1001'), await post({})])
      expectProblem(answer, 404, 'not_found')
    await systemStore(api().db).claim(unit(), berta().owner, api().now())
    expect(list.parse((await ledger('sn=1001', berta())).json())).toEqual({ total: 0, commands: [] })
    expectProblem(await look(id, berta()), 404, 'not_found')
    await seeOnline(unit(), true)
    expect((await post({ command: 'off' }, berta())).statusCode).toBe(200)
  })

  it('SET-05 names nobody once its owner is gone', async () => {
    const { id } = await given()
    await removeOwner(api().db, anna().owner, api().now())
    const row = await api().db.row(
      z.object({ owner: z.nullable(z.string()), text: z.string() }),
      'select owner, command::text as text from command join ownership using (system, since) where id = $1',
      [id],
    )
    expect(row?.owner).toBeNull()
    expect(row?.text).not.toMatch(new RegExp(`${anna().owner}|anna`))
  })

  it('SET-06 is part of the export', async () => {
    const { id } = await given({ value: '3' })
    await report(unit(), [id, 'refused', '=1+1'])
    const files = await unzip((await api().get('/api/auth/export/', anna().access)).rawPayload)
    const reported = z
      .array(z.looseObject({ id: z.string() }))
      .parse(JSON.parse(files.get('commands/1001.json') ?? ''))
    expect(reported).toMatchObject([
      {
        id,
        command: 'standby',
        value: 3,
        state: 'refused',
        reason: '=1+1',
        outcomes: [{ outcome: 'refused' }],
      },
    ])
    expect(files.get('commands/1001.csv')).toContain(`${id},standby,3,refused,'=1+1,`)
    expect(files.get('commands/1002.json')).toBe('[]\n')
  })
})
