import { setTimeout as sleep } from 'node:timers/promises'
import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import type { AuthenticateError, Client, ConnectPacket } from 'aedes'
import { type Credentials, openSecretThrottle } from '../rate-limits/secret-throttle.ts'
import type { Denial, OnDenied } from './denials.ts'
import { openSignInRates, openWrongNameRates } from './sign-in-rates.ts'
import { upTopic } from './topics.ts'

/** Resolves to the id of the unit for each right secret, or null, in the same order. Rejects if they cannot be looked up now. */
export type Authenticate = (attempts: readonly Credentials[]) => Promise<readonly (number | null)[]>
export type Session = { readonly system: number; readonly sn: SerialNumber }

/** MQTT 3.1.1, 3.2.2.3. */
const UNAVAILABLE = 3
const BAD_CREDENTIALS = 4
const NOT_AUTHORIZED = 5
/** Before who signs in too often is refused, so that trying again at once costs nothing. */
const PAUSE_MS = 5000

const rejection = (returnCode: number): AuthenticateError =>
  Object.assign(new Error('sign-in rejected'), { returnCode })

/** Returns the serial number if a unit connects under it and its last will, if any, goes to its own `online`. */
function ownName({ username, clientId, will }: ConnectPacket): SerialNumber | null {
  const sn = serialNumber(username ?? '')
  if (sn === null || clientId !== sn) return null
  return will && upTopic(sn, will.topic) !== 'online' ? null : sn
}

type Deps = {
  readonly authenticate: Authenticate
  /** Returns the network of an address. */
  readonly networkOf: (address: string | undefined) => string
  readonly onDenied: OnDenied
  readonly now: () => Date
  readonly pause?: () => Promise<unknown>
}

type Lookup = { readonly sn: SerialNumber; isVoid: boolean }

/** Authenticates connecting units. */
export function openSignIn(deps: Deps) {
  const { authenticate, networkOf, onDenied, now, pause = () => sleep(PAUSE_MS) } = deps
  const attempt = openSecretThrottle({ look: authenticate, now })
  const rates = openSignInRates(now)
  const wrongNames = openWrongNameRates(now)
  const lookups = new Set<Lookup>()

  async function lookUp(network: string, sn: SerialNumber, secret: string) {
    const lookup: Lookup = { sn, isVoid: false }
    lookups.add(lookup)
    try {
      const system = await attempt(network, { sn, secret })
      if (lookup.isVoid) throw new Error('the secret may have changed meanwhile')
      return system
    } catch {
      throw rejection(UNAVAILABLE)
    } finally {
      lookups.delete(lookup)
    }
  }

  /** Resolves to a unit that may sign in. Rejects with `AuthenticateError` saying why it is refused. */
  async function signIn(
    { conn }: Pick<Client, 'conn'>,
    packet: ConnectPacket | undefined,
    secret: string,
  ): Promise<Session> {
    const network = networkOf('remoteAddress' in conn ? conn.remoteAddress : undefined)
    const deny = (reason: Denial['reason'], returnCode: number) => {
      onDenied({ reason, sn: serialNumber(packet?.username ?? ''), network })
      return rejection(returnCode)
    }
    const sn = packet ? ownName(packet) : null
    if (sn === null) {
      if (!wrongNames.take(network)) await pause()
      throw deny('wrong_name', NOT_AUTHORIZED)
    }
    const tooOften = async () => {
      await pause()
      return deny('too_often', UNAVAILABLE)
    }
    if (rates.isExceeded(sn)) throw await tooOften()
    const system = await lookUp(network, sn, secret)
    if (system === null) throw deny('wrong_secret', BAD_CREDENTIALS)
    if (!rates.count(sn)) throw await tooOften()
    return { system, sn }
  }

  return {
    signIn,
    /** Has a unit that is being looked up come again, and owe nothing: its secret has changed. */
    forget(sn: SerialNumber) {
      rates.forgive(sn)
      for (const lookup of lookups) if (lookup.sn === sn) lookup.isVoid = true
    },
  }
}
