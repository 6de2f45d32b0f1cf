import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  clockTolerance,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  None,
  type ServerMetadata,
} from 'openid-client'
import { boundedFetch } from './bounded-fetch.ts'

const TIMEOUT_S = 5
/** Tolerated clock skew of the provider. */
export const LEEWAY_S = 60
const KEPT_MS = 10 * 60_000

/** Our registration with the provider; `secret` is undefined for a public client. */
export type Client = { readonly issuer: string; readonly id: string; readonly secret: string | undefined }

const isLoopback = (issuer: string) => /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:|\/|$)/.test(issuer)

/** Selects how to send the secret; by default in the header (OpenID Connect Discovery, 3). */
function authentication(secret: string | undefined, provider: ServerMetadata): ClientAuth {
  if (secret === undefined) return None()
  const ways = provider.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
  return ways.includes('client_secret_basic') ? ClientSecretBasic(secret) : ClientSecretPost(secret)
}

/**
 * Discovers the provider's endpoints on demand and caches them for ten minutes. Allows plain HTTP only on loopback.
 * Throws the errors of openid-client.
 */
export function createDiscovery({ issuer, id, secret }: Client, now: () => Date) {
  const extensions = isLoopback(issuer) ? [allowInsecureRequests] : []
  let cached: { readonly provider: Promise<ServerMetadata>; readonly until: number } | null = null

  async function ask(): Promise<ServerMetadata> {
    const options = { timeout: TIMEOUT_S, execute: extensions, [customFetch]: boundedFetch }
    return (await discovery(new URL(issuer), id, undefined, None(), options)).serverMetadata()
  }

  function known(): Promise<ServerMetadata> {
    if (cached && cached.until > now().getTime()) return cached.provider
    const provider = ask()
    const asked = { provider, until: now().getTime() + KEPT_MS }
    cached = asked
    provider.catch(() => {
      if (cached === asked) cached = null
    })
    return provider
  }

  return async function configuration(): Promise<Configuration> {
    const provider = await known()
    // A configuration caches the provider's keys: a new one each time picks up rotated keys.
    const made = new Configuration(
      provider,
      id,
      { [clockTolerance]: LEEWAY_S },
      authentication(secret, provider),
    )
    made.timeout = TIMEOUT_S
    made[customFetch] = boundedFetch
    for (const extend of [...extensions, enableNonRepudiationChecks]) extend(made)
    return made
  }
}
