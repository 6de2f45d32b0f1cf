import * as z from 'zod/mini'
import type { recordCalls } from './recorded-calls.ts'

const made = z.object({ token: z.string(), links: z.array(z.object({ id: z.string() })) })

/** Shows the passport of a battery by a link, and revokes it. */
export async function passportCalls(
  call: ReturnType<typeof recordCalls>['call'],
  access: string,
  sn: string,
) {
  await call('getPassport', { sn }, { access })
  const link = { sn, lasts: 'week', with_serial: 'false' }
  const { token, links } = made.parse((await call('makePassportLink', link, { access })).json())
  await call('listPassportLinks', { sn }, { access })
  await call('showPassport', { token })
  await call('revokePassportLink', { sn, id: links[0]?.id ?? '' }, { access })
}
