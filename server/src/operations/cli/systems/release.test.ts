import { expect, it } from 'vitest'
import * as z from 'zod/mini'
import { commandLine } from '../../../../test/cli.ts'
import { setUpTelemetry } from '../../../../test/set-up/telemetry.ts'
import { accountStore } from '../../../identity/accounts/store.ts'
import { systemStore } from '../../../systems/store.ts'

const { db, newSystem, system } = setUpTelemetry()

const release = (sn: string) => commandLine(['system', 'release', sn], { db: db() })

it('HND-03 AUT-17 takes a system from its owner, who gets a mail, and no other one', async () => {
  const [{ id, sn }, other] = [system(), await newSystem()]
  const owner = (await accountStore(db()).create('anna@example.org', 'none', 'de')) ?? ''
  for (const one of [id, other.id])
    await systemStore(db()).claim(one, owner, new Date('2026-01-01T00:00:00Z'))
  expect(await release(sn)).toEqual({
    code: 0,
    out: `${sn} no longer belongs to anna@example.org.\n`,
    err: '',
  })
  expect((await systemStore(db()).find(sn))?.owner).toBeNull()
  expect((await systemStore(db()).find(other.sn))?.owner).toBe(owner)
  const mails = await db().rows(
    z.object({ kind: z.string(), owner: z.nullable(z.string()) }),
    'select kind, owner from mail',
  )
  expect(mails).toEqual([{ kind: 'system_released', owner }])
  expect(await release(sn)).toEqual({ code: 1, out: '', err: `System ${sn} has no owner.\n` })
})
