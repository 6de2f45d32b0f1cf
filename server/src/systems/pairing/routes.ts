import { randomBytes } from 'node:crypto'
import {
  cancelPairing,
  getOwnSystems,
  getPairing,
  lockGateway,
  pairGateway as pairGatewayCall,
  startPairing,
} from '@kellersonne/contract/systems/pairing'
import {
  PAIRING_BYTES,
  PAIRING_MS,
  type PairingCode,
  pairingCode,
  printedPairingCode,
} from '@kellersonne/core/systems/pairing'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Config } from '../../platform/config.ts'
import type { Db, Sql } from '../../platform/db/database.ts'
import { deriveKey } from '../../platform/derive.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { type Api, mount } from '../../platform/http/mount.ts'
import { logRefusal, logSecurity } from '../../platform/http/security.ts'
import { networkOf, siteOf } from '../../platform/rate-limits/network.ts'
import { rateLimits } from '../../platform/rate-limits/rate-limits.ts'
import { type Caller, requireTokenSincePassword, systemAccess } from '../access.ts'
import { hashCode, pairingCodeKeyOf } from '../codes.ts'
import { newUnitSecret } from '../new-unit-secret.ts'
import { lockOwner } from '../owners.ts'
import type { OwnedSystem } from '../store.ts'
import { brokerCertificate } from './broker-certificate.ts'
import { ownSystemStore } from './own-system-store.ts'
import { pairGateway, requireRoom } from './pair-gateway.ts'
import { pairingStore } from './pairing-store.ts'

export type PairingConfig = Pick<
  Config,
  'OWN_SYSTEMS' | 'OWN_SYSTEMS_A_DAY' | 'MQTT_URL' | 'MQTTS_CERT' | 'BROKER_URL' | 'DATA_DIR'
>
type Deps = {
  readonly db: Db
  readonly now: () => Date
  readonly secret: Buffer
  readonly config: PairingConfig
}

/** Mounts the routes by which owners connect gateways in front of their own devices (GWY-20 to GWY-24). */
export function pairing(api: Api, { db, now, secret, config }: Deps): void {
  const limits = rateLimits(db, deriveKey(secret, 'attempt'))
  const codeKey = pairingCodeKeyOf(secret)
  const hashOf = (code: PairingCode) => hashCode(codeKey, code)

  mount(api, getOwnSystems, async () => ({ available: config.OWN_SYSTEMS !== null }))

  mount(api, getPairing, async ({ caller: { owner } }) => {
    const [own, waiting] = [await ownSystemStore(db).of(owner), await pairingStore(db).of(owner, now())]
    return {
      until: waiting && waiting.sn === null ? waiting.expiresAt.toISOString() : null,
      paired: waiting?.sn ?? null,
      own: own.map(({ sn, lockedAt }) => ({ sn, locked_at: lockedAt?.toISOString() ?? null })),
    }
  })

  mount(api, startPairing, async ({ caller, form: { sn, time_zone: timeZone }, request }) => {
    if (config.OWN_SYSTEMS === null) throw new ApiError('not_found')
    const { owner, session } = caller
    const event = { event: 'pairing', owner, session } as const
    const tries = [
      { limit: 'pairing', who: owner },
      { limit: 'pairing_network', who: networkOf(request.ip) },
    ] as const
    await limits.begin(tries, now()).catch(logRefusal(request, event))
    const code = pairingCode(randomBytes(PAIRING_BYTES))
    const expiresAt = new Date(now().getTime() + PAIRING_MS)
    await db.transaction(async (sql) => {
      // A new password, or the account's deletion, either comes first or voids the code.
      await lockOwner(sql, owner)
      await requireTokenSincePassword(sql, caller)
      const replaces = sn === undefined ? null : (await ownSystem(sql, caller, sn)).id
      if (replaces === null) await requireRoom(sql, owner, now())
      const asked = { owner, session, codeHash: hashOf(code), replaces, timeZone, expiresAt }
      if (!(await pairingStore(sql).put(asked))) throw new ApiError('session_required')
    })
    logSecurity(request, { ...event, outcome: 'succeeded' })
    return { pairing_code: printedPairingCode(code), until: expiresAt.toISOString() }
  })

  mount(api, cancelPairing, async ({ caller: { owner } }) => {
    await pairingStore(db).cancel(owner)
    return {}
  })

  mount(api, lockGateway, async ({ caller, form: { sn }, request }) => {
    const { owner, session } = caller
    await limits.begin([{ limit: 'pairing', who: owner }], now())
    await db.transaction(async (sql) => {
      // As `pairGateway` does, so that a gateway being paired meanwhile is locked as well.
      await lockOwner(sql, owner)
      const { id } = await ownSystem(sql, caller, sn)
      await ownSystemStore(sql).lock(id, newUnitSecret(), now())
      await pairingStore(sql).cancel(owner)
    })
    logSecurity(request, { event: 'gateway_lock', owner, session, outcome: 'succeeded' })
    return {}
  })

  mount(
    api,
    pairGatewayCall,
    async ({ form: { pairing_code: code, secret: given, phase }, request }) => {
      const range = config.OWN_SYSTEMS
      const event = { event: 'gateway_pairing', owner: null, session: null } as const
      const refuse = logRefusal(request, event)
      if (code === null || range === null) return refuse(new ApiError('pairing_invalid'))
      const gateway = { codeHash: hashOf(code), secret: given, phase }
      const room = { range, secret, ip: request.ip, aDay: config.OWN_SYSTEMS_A_DAY }
      const { sn, owner } = await db
        .transaction((sql) => pairGateway(sql, room, gateway, now()))
        .catch(refuse)
      logSecurity(request, { ...event, owner, outcome: 'succeeded' })
      return {
        serial_number: sn,
        broker_url: config.MQTT_URL,
        broker_certificate: await brokerCertificate(config),
      }
    },
    ({ request }) =>
      limits.begin(
        [
          { limit: 'pairing_code', who: networkOf(request.ip) },
          { limit: 'pairing_code_site', who: siteOf(request.ip) },
        ],
        now(),
      ),
  )
}

/** Locks one of the caller's systems. Throws `ApiError` not_found unless they have paired it themselves. */
async function ownSystem(sql: Sql, caller: Caller, sn: SerialNumber): Promise<OwnedSystem> {
  const system = await systemAccess(sql).hold(caller, 'control', sn)
  const own = await ownSystemStore(sql).of(caller.owner)
  if (!own.some((one) => one.sn === sn)) throw new ApiError('not_found')
  return system
}
