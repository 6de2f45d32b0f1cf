import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { decodeJwt, exportJWK, generateKeyPair, importJWK, type JWK, type JWTPayload, SignJWT } from 'jose'
import Provider from 'oidc-provider'

const SCOPE = 'openid email'
export const CLIENT = { id: 'kellersonne', secret: 'what only the two of us know' }
export type Claims = { readonly email: string; readonly email_verified: boolean }
const FLOOD_BYTES = 64 * 1024 * 1024
const BLANKS = Buffer.alloc(64 * 1024, ' ')
/** Changes the provider's claims about a person before they are signed. */
type Alter = (claims: JWTPayload) => JWTPayload

async function newKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  return { ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig', kid: crypto.randomUUID() }
}

const form = `<!doctype html><meta charset="utf-8"><title>Provider</title><h1>Who are you?</h1>
<form method="post"><label>Address <input name="subject"></label><button>Go on</button>
<button name="no" value="1">No</button></form>`

/** Keeps cookies as a browser does, for one site. */
export function browser() {
  const cookies = new Map<string, string>()
  return async (url: URL, init: RequestInit = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const answer = await fetch(url, { ...init, redirect: 'manual', headers: { cookie } })
    for (const line of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
    }
    return answer
  }
}

/**
 * Submits the page by which the provider signs out who was signed in, once somebody else has signed in. Resolves to
 * where that leads; null if it is no such page.
 */
async function changeOver(go: ReturnType<typeof browser>, answer: Response): Promise<string | null> {
  const page = await answer.clone().text()
  const [, action = ''] = /action="([^"]+\/session\/end\/confirm)"/.exec(page) ?? []
  const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(page) ?? []
  if (action === '') return null
  const body = new URLSearchParams({ xsrf, logout: 'yes' })
  return (await go(new URL(action), { method: 'POST', body })).headers.get('location')
}

/**
 * A real OpenID provider with one client, on a local port. Anyone not among its `people` is a subject whose verified
 * address is its name.
 */
export async function testProvider(redirectUri: string, port = 0) {
  const people = new Map<string, Claims>()
  let alter: { readonly by: Alter; readonly key?: JWK } | null = null
  let hanging = false
  /** A path whose responses are blanks without end, and how many bytes of them were taken. */
  const flood = { path: '', bytes: 0 }
  let instead: { readonly path: string; readonly body: string } | null = null
  let key = await newKey()
  const server = createServer((request, response) => void serve(request, response))
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(port)
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  const issuer = `http://127.0.0.1:${address.port}`

  async function sign(token: string, { by, key: foreign }: NonNullable<typeof alter>) {
    const { kid = '' } = key
    return new SignJWT(by(decodeJwt(token)))
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(await importJWK(foreign ?? key))
  }

  function open() {
    const opened = new Provider(issuer, {
      clients: [
        { client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] },
        { client_id: 'another', client_secret: 'another secret', redirect_uris: [redirectUri] },
      ],
      pkce: { required: () => true },
      jwks: { keys: [key] },
      cookies: { keys: ['cookie key'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_, { uid }) => `/sign-in/${uid}` },
      ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
      findAccount: (_, accountId) => ({
        accountId,
        claims: () => ({
          sub: accountId,
          ...(people.get(accountId) ?? { email: accountId, email_verified: true }),
        }),
      }),
    })
    opened.use(async (ctx, next) => {
      await next()
      const body: unknown = ctx.body
      if (alter === null || ctx.path !== '/token' || typeof body !== 'object' || body === null) return
      if ('id_token' in body && typeof body.id_token === 'string')
        ctx.body = { ...body, id_token: await sign(body.id_token, alter) }
    })
    return opened
  }
  let provider = open()

  async function interact(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'GET') return response.setHeader('content-type', 'text/html').end(form)
    const received = new URLSearchParams(await text(request))
    if (received.has('no')) {
      return provider.interactionFinished(request, response, { error: 'access_denied' })
    }
    const accountId = received.get('subject') ?? ''
    const { params } = await provider.interactionDetails(request, response)
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) })
    grant.addOIDCScope(SCOPE)
    const consent = { grantId: await grant.save() }
    return provider.interactionFinished(request, response, { login: { accountId }, consent })
  }

  /** Resolves once the response takes more, or is closed; leaves no listener behind. */
  async function drained(response: ServerResponse) {
    const settled = new AbortController()
    const { signal } = settled
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })])
    settled.abort()
  }
  async function pour(response: ServerResponse) {
    response.writeHead(200, { 'content-type': 'application/json' })
    for (flood.bytes = 0; flood.bytes < FLOOD_BYTES && !response.closed; flood.bytes += BLANKS.length) {
      if (!response.write(BLANKS)) await drained(response)
    }
    response.end('{}')
  }
  async function serve(request: IncomingMessage, response: ServerResponse) {
    if (hanging) return
    if (request.url === flood.path) return pour(response)
    if (request.url === instead?.path)
      return void response.writeHead(200, { 'content-type': 'application/json' }).end(instead?.body)
    if (request.url?.startsWith('/sign-in/')) await interact(request, response)
    else await provider.callback()(request, response)
  }

  async function stop() {
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }

  return {
    issuer,
    people,
    alter(by: Alter | null, signedBy?: JWK) {
      alter = by && { by, ...(signedBy && { key: signedBy }) }
    },
    /** Stops responding but keeps connections open. */
    hang(on: boolean) {
      hanging = on
    },
    /** Answers requests to `path` with 64 MB of blanks, or as far as they are read; '' = none. */
    flood(path: string) {
      flood.path = path
    },
    /** Answers requests to `path` with this body; null = as usual. */
    answer(given: { readonly path: string; readonly body: string } | null) {
      instead = given
    },
    /** How much of the last flood was taken. */
    floodedBytes: () => flood.bytes,
    newKey,
    async rotate() {
      key = await newKey()
      provider = open()
    },
    stop,
    again: () => listen(address.port),

    /**
     * Follows `url` and signs in as somebody (null: declines), unless this browser asks for somebody who is signed in
     * already; resolves to the query of the redirect.
     */
    async visit(url: string, subject: string | null, go = browser()): Promise<string> {
      let at = new URL(url)
      for (let answer = await go(at); ; answer = await go(at)) {
        const next = answer.headers.get('location') ?? (await changeOver(go, answer))
        if (next === null) throw new Error(`the provider answers ${answer.status}: ${await answer.text()}`)
        at = new URL(next, at)
        if (at.href.startsWith(redirectUri)) return at.search
        if (!at.pathname.startsWith('/sign-in/')) continue
        const body = new URLSearchParams(subject === null ? { no: '1' } : { subject })
        at = new URL((await go(at, { method: 'POST', body })).headers.get('location') ?? '', at)
      }
    },
  }
}
