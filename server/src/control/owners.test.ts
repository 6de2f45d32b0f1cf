import { getEvents } from '@kellersonne/contract/energy/events'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { dayAfter, dayOf } from '@kellersonne/core/time/days'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { setUpCommands } from '../../test/set-up/commands.ts'
import { unzip } from '../../test/unzip.ts'
import { type Caller, systemAccess } from '../systems/access.ts'
import { systemStore } from '../systems/store.ts'

const { api, anna, berta, unit, seeOnline, post, given } = setUpCommands()
const SN = serialNumber.parse('1001')

/** Anna issues a command, the system becomes Berta's, and she issues another one; resolves to their ids. */
async function handedOver() {
  const { id: annas } = await given()
  await systemStore(api().db).release(SN, anna().owner, api().now())
  await systemStore(api().db).claim(unit(), berta().owner, api().now())
  await seeOnline(unit(), true)
  const { id: bertas } = (await post({ command: 'off' }, berta())).json()
  return { annas, bertas }
}

describe('the commands of two owners of one system', () => {
  it('API-07 only the owner of this very moment can hold the system for a command', async () => {
    const hold = (caller: Caller) => systemAccess(api().db).hold(caller, 'control', SN)
    expect((await hold(anna())).id).toBe(unit())
    await expect(hold(berta())).rejects.toMatchObject({ code: 'not_found' })
    await systemStore(api().db).release(SN, anna().owner, api().now())
    await expect(hold(anna())).rejects.toMatchObject({ code: 'not_found' })
  })

  it('SET-06 AUT-12 each owner exports only their own', async () => {
    const { annas, bertas } = await handedOver()
    const exported = async ({ access }: { access: string }) => {
      const files = await unzip((await api().get('/api/auth/export/', access)).rawPayload)
      const reported = z
        .array(z.looseObject({ id: z.string() }))
        .parse(JSON.parse(files.get('commands/1001.json') ?? ''))
      return reported.map(({ id }) => id)
    }
    expect(await exported(anna())).toEqual([annas])
    expect(await exported(berta())).toEqual([bertas])
  })

  it('CHT-10 AUT-12 the chart of the day of the change shows the new owner no command from before it', async () => {
    await handedOver()
    const today = dayOf(api().now(), 'Europe/Berlin')
    const query = new URLSearchParams({ sn: SN, from_date: today, until_date: dayAfter(today) })
    const answer = await api().get(`/api/auth/events/?${query}`, berta().access)
    const { events } = getEvents.response.parse(answer.json())
    expect(events.flatMap((event) => (event.kind === 'command' ? [event.command] : []))).toEqual(['off'])
  })
})
