import {
  getPassport,
  type LinkLife,
  listPassportLinks,
  makePassportLink,
  type PassportLink,
  revokePassportLink,
  type SignedPassport,
  showPassport,
} from '@kellersonne/contract/energy/battery-passport'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { call } from '../../../platform/client/client.ts'
import { createQueries } from '../../../platform/client/query.ts'

const links = createQueries((sn: SerialNumber) => call(listPassportLinks, { query: { sn } }))

/** The links to a battery's passport that work. */
export const linksOf = (sn: SerialNumber) => links(sn)

export const passportOf = (sn: SerialNumber): Promise<SignedPassport> => call(getPassport, { query: { sn } })

/** Resolves to the token of a new link, which is not kept. */
export async function makeLink(sn: SerialNumber, lasts: LinkLife, withSerial: boolean): Promise<string> {
  const { token, links: all } = await call(makePassportLink, {
    form: { sn, lasts, with_serial: String(withSerial) },
  })
  links(sn).setData({ links: all })
  return token
}

export async function revokeLink(sn: SerialNumber, { id }: PassportLink): Promise<void> {
  links(sn).setData(await call(revokePassportLink, { form: { sn, id } }))
}

/** The passport that a link shows. */
export const passportBy = (token: string): Promise<SignedPassport> => call(showPassport, { form: { token } })
