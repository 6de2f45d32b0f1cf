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
  auth_time: z.optional(z.number()),
})
/** Both times of an ID token are rounded to seconds, and the servers of one provider may differ a little. */
const ROUNDING_S = 5
const vouched = z.object({ email: emailAddress, email_verified: z.literal(true) })

/** A person signed in at the provider. */
export type Person = {
  readonly identity: Identity
  /** Resolves to the address the provider vouches for, or null. */
  readonly email: () => Promise<string | null>
}

/**
 * Whether the claims prove that the person was authenticated after `begun`. Compares times of the provider's own clock,
 * so that a session there of the last minute does not pass as a difference of clocks. openid-client's `maxAge` would
 * count up to our receipt, and with 0 refuse whoever reads the provider's consent page for more than a minute.
 */
const isAuthenticatedSince = (
  begun: Date,
  { iat, auth_time: at }: z.output<typeof identified>,
  now: Date,
): boolean => at !== undefined && iat - at <= (now.getTime() - begun.getTime()) / 1000 + ROUNDING_S

/**
 * The portal as a client of the provider: OpenID Connect Core 3.1 with PKCE (RFC 7636) and the issuer in the response
 * (RFC 9207). The provider sends browsers back to `redirectUri`. Throws the errors of openid-client.
 */
export function openIdClient(client: Client, redirectUri: string, now: () => Date) {
  const configuration = createDiscovery(client, now)
  return {
    /**
     * Resolves to the URL to redirect to, and the secrets to check the response against. `proves`: the response is to
     * prove that the person was authenticated anew (`max_age`; OpenID Connect Core, 3.1.2.1).
     *
     * Always has the provider ask who it is. Its session outlives ours: whoever signs out here, or closes the browser
     * without staying signed in, is still known there, and the next person at this browser would enter their account
     * without a question. No sign-out need be remembered for this, which a browser could forget. `select_account` would
     * offer the former owner's account without a password, and not every provider knows it. It costs owners a password
     * per sign-in, as with ours.
     */
    async begin({
      proves,
    }: {
      readonly proves: boolean
    }): Promise<{ readonly url: string; readonly secrets: Secrets }> {
      const secrets = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() }
      const url = buildAuthorizationUrl(await configuration(), {
        redirect_uri: redirectUri,
        scope: SCOPES,
        state: secrets.state,
        nonce: secrets.nonce,
        code_challenge: await calculatePKCECodeChallenge(secrets.verifier),
        code_challenge_method: 'S256',
        prompt: 'login',
        ...(proves && { max_age: '0' }),
      })
      return { url: url.href, secrets }
    },

    /**
     * Resolves to the person who signed in; `query` is the query string of the redirect. `begun`: when a flow began that
     * `proves`; null for others, as not every provider sends the proof, and its owners could no longer sign in.
     */
    async finish(query: string, { state, nonce, verifier }: Secrets, begun: Date | null): Promise<Person> {
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
      if (begun && !isAuthenticatedSince(begun, named.data, now()))
        throw new ClientError('nobody was authenticated anew')
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
