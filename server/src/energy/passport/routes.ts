import { batteryHealth } from '@kellersonne/contract/energy/battery-health'
import {
  getPassport,
  type LinkLife,
  listPassportLinks,
  MOST_LINKS,
  makePassportLink,
  type PassportLink,
  revokePassportLink,
  showPassport,
} from '@kellersonne/contract/energy/battery-passport'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyRequest } from 'fastify'
import type { Db } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { pathOf } from '../../platform/http/path.ts'
import { networkOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { requireTokenSincePassword, systemAccess } from '../../systems/access.ts'
import { ownSystemStore } from '../../systems/pairing/own-system-store.ts'
import type { OwnedSystem } from '../../systems/store.ts'
import { answerInTurn } from '../charts/chart-turns.ts'
import type { ChartWorker } from '../charts/chart-worker.ts'
import { type KeptLink, linkStore, TOKEN } from './link-store.ts'
import { passportOf } from './passport.ts'
import { passportSigner } from './signing.ts'

type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly answering: ChartWorker
}

/** Whoever reads an owner's links takes turns with the owner. */
const READERS = 'readers'
const KEYS_PATH = '/.well-known/battery-passport-keys.json'
const PAGE = /^\/passport(?:\/|$)/

const HOUR_MS = 3_600_000
const lives: Readonly<Record<LinkLife, number>> = {
  hour: HOUR_MS,
  day: 24 * HOUR_MS,
  week: 7 * 24 * HOUR_MS,
  month: 30 * 24 * HOUR_MS,
  year: 365 * 24 * HOUR_MS,
}

const toWire = ({ id, createdAt, expiresAt, withSerial }: KeptLink): PassportLink => ({
  ...{ id, with_serial: withSerial },
  created_at: createdAt.toISOString(),
  expires_at: expiresAt.toISOString(),
})

/** Mounts passports of batteries, the links that show them, and the key that verifies them. */
export function batteryPassports(api: Api, { db, now, secret, answering }: Deps): void {
  const access = systemAccess(db)
  const signer = passportSigner(secret)
  const limits = rateLimits(db, deriveKey(secret, 'attempt'))

  async function make(
    call: Parameters<typeof answerInTurn>[1],
    system: OwnedSystem,
    serial: SerialNumber | null,
  ) {
    // What is signed is for others: owners' corrections are theirs alone.
    const json = await answerInTurn(answering, call, { of: 'health', system, asSent: true }, now())
    const health = batteryHealth.parse(JSON.parse(json))
    const isOwn = await ownSystemStore(db).isOwn(system.id)
    return signer.signed(passportOf(health, { serial, isOwn, now: now() }))
  }

  /** Genuine tokens are counted by link, so that nobody uses up another's; all others by network. */
  async function linkOf(token: string, { ip }: FastifyRequest) {
    const found = TOKEN.test(token) ? await linkStore(db).find(token, now()) : undefined
    await limits.begin(
      [found ? { limit: 'passport', who: found.link } : { limit: 'link', who: networkOf(ip) }],
      now(),
    )
    if (!found) throw new ApiError('link_invalid')
    return found
  }

  mount(api, getPassport, async (call) => {
    const { sn } = call.query
    return make(call, await access.one(call.caller, 'see', sn), sn)
  })

  mount(api, listPassportLinks, async ({ caller, query: { sn } }) => {
    const { id } = await access.one(caller, 'see', sn)
    return { links: (await linkStore(db).of(id, now())).map(toWire) }
  })

  mount(api, makePassportLink, ({ caller, form: { sn, lasts, with_serial: withSerial } }) =>
    db.transaction(async (sql) => {
      const { id: system } = await systemAccess(sql).hold(caller, 'see', sn)
      await requireTokenSincePassword(sql, caller)
      const store = linkStore(sql)
      if ((await store.of(system, now())).length >= MOST_LINKS) throw new ApiError('passport_links_full')
      const expiresAt = new Date(now().getTime() + lives[lasts])
      const token = await store.add({ owner: caller.owner, system, expiresAt, withSerial }, now())
      return { token, links: (await store.of(system, now())).map(toWire) }
    }),
  )

  mount(api, revokePassportLink, async ({ caller, form: { sn, id } }) => {
    const system = await access.one(caller, 'see', sn)
    await linkStore(db).remove(system.id, id)
    return { links: (await linkStore(db).of(system.id, now())).map(toWire) }
  })

  mount(api, showPassport, async ({ form: { token }, request, reply, aside }) => {
    const link = await linkOf(token, request)
    const { id, sn, phase, time_zone, since, visible_from, name } = link
    const system = { id, sn, phase, time_zone, since, visible_from, name }
    const reader = { owner: link.owner, party: READERS }
    return make({ caller: reader, reply, aside }, system, link.withSerial ? sn : null)
  })

  api.app.get(KEYS_PATH, (_, reply) =>
    reply
      .type('application/jwk-set+json')
      .header('cache-control', 'public, max-age=3600')
      .send(JSON.stringify(signer.keys)),
  )
  api.app.addHook('onRequest', (request, reply, done) => {
    if (PAGE.test(pathOf(request.url))) reply.header('x-robots-tag', 'noindex')
    done()
  })
}
