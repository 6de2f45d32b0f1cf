import { email as emailAddress } from '@kellersonne/contract/identity/accounts'
import {
  authorizationCodeGrant,
  buildAuthorizationUrl,
  ClientError,
  calculatePKCECodeChallenge,
  fetchUserInfo,
  randomNonce,
  randomPKCECodeVerifier,
  randomState,
} from 'openid-client'
import * as z from 'zod/mini'
import { type Client, createDiscovery, LEEWAY_S } from './discovery.ts'
import type { Secrets } from './flow-cookie.ts'
import type { Identity } from './store.ts'

const SCOPES = 'openid email'
/** Neither control characters nor halves of characters, which the database would refuse or not tell apart. */
const NAME = /^[^\p{Cc}\p{Cs}]+$/u
const identified = z.object({
  iss: z.string(),
  sub: z.string().check(z.regex(NAME), z.maxLength(255)),
  iat: z.number(),
})
const vouched = z.object({ email: emailAddress, email_verified: z.literal(true) })

/** A person signed in at the provider. */
export type Person = {
  readonly identity: Identity
  /** Resolves to the address the provider vouches for, or null. */
  readonly email: () => Promise<string | null>
}

/**
 * The portal as a client of the provider: OpenID Connect Core 3.1 with PKCE (RFC 7636) and the issuer in the response
 * (RFC 9207). The provider sends browsers back to `redirectUri`. Throws the errors of openid-client.
 */
export function openIdClient(client: Client, redirectUri: string, now: () => Date) {
  const configuration = createDiscovery(client, now)
  return {
    /** Resolves to the URL to redirect to, and the secrets to check the response against. */
    async begin(): Promise<{ readonly url: string; readonly secrets: Secrets }> {
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
      })
      return { url: url.href, secrets }
    },

    /** Resolves to the person who signed in; `query` is the query string of the redirect. */
    async finish(query: string, { state, nonce, verifier }: Secrets): Promise<Person> {
      const provider = await configuration()
      const answer = new URL(redirectUri)
      answer.search = query
      const tokens = await authorizationCodeGrant(provider, answer, {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
      })
      const claims = tokens.claims()
      const named = identified.safeParse(claims)
      if (!named.success) throw new ClientError('the subject is no name')
      if (named.data.iat > now().getTime() / 1000 + LEEWAY_S)
        throw new ClientError('the ID token is of the future')
      const { iss: issuer, sub: subject } = named.data
      return {
        identity: { issuer, subject },
        async email() {
          const withEmail =
            claims?.['email'] === undefined
              ? await fetchUserInfo(provider, tokens.access_token, subject)
              : claims
          const { success, data } = vouched.safeParse(withEmail)
          return success ? data.email : null
        },
      }
    },
  }
}
