import type { FastifyBaseLogger } from 'fastify'
import type { Config } from '../../platform/config.ts'
import { ApiError } from '../../platform/http/api-error.ts'
import { lineBounds } from '../../platform/http/connection/line-bounds.ts'
import { openIdClient } from './client.ts'
import { readFault } from './faults.ts'

export type ProviderConfig = Pick<
  Config,
  'PUBLIC_URL' | 'OIDC_ISSUER' | 'OIDC_CLIENT_ID' | 'OIDC_CLIENT_SECRET' | 'OIDC_NAME'
>
type Deps = {
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly config: ProviderConfig
}

/** Lines per minute, of one reason and of all: anybody may come back from the provider with nonsense. */
const LINES = { ofOne: 20, ofAll: 60 }

/** Creates the provider's client, which throws every provider error as `ApiError`; null if none is configured. */
export function createConfiguredClient({ config, now, log }: Deps) {
  const { PUBLIC_URL, OIDC_ISSUER: issuer, OIDC_CLIENT_ID: id, OIDC_CLIENT_SECRET: secret } = config
  if (issuer === undefined || id === undefined) return null
  const client = openIdClient({ issuer, id, secret }, `${PUBLIC_URL}/login_cleverpv`, now)
  const admit = lineBounds(LINES)
  const note = (error: unknown) => {
    const { refusal, reason } = readFault(error)
    const dropped = admit(reason)
    if (dropped !== null)
      log.warn(
        { issuer, reason, ...(dropped > 0 && { left_out: dropped }) },
        'the second provider did not sign anybody in',
      )
    return refusal
  }
  const refuse = (error: unknown): never => {
    throw note(error)
  }
  return {
    begin: (...asked: Parameters<typeof client.begin>) =>
      client.begin(...asked).catch((error: unknown) => {
        note(error)
        throw new ApiError('provider_unavailable')
      }),
    async finish(...asked: Parameters<typeof client.finish>) {
      const person = await client.finish(...asked).catch(refuse)
      return { ...person, email: () => person.email().catch(refuse) }
    },
  }
}
export type ConfiguredClient = NonNullable<ReturnType<typeof createConfiguredClient>>
