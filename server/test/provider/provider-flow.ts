import { expect } from 'vitest'
import * as z from 'zod/mini'
import { PUBLIC_URL, type TestApiOptions, testApi } from '../api.ts'
import { CLIENT, testProvider } from './provider.ts'

const BEGIN = '/api/auth/provider/begin/'
const FINISH = '/api/auth/provider/finish/'
export const LINK = '/api/auth/provider/link/'
export const REDIRECT = `${PUBLIC_URL}/login_cleverpv`
export const FLOW_COOKIE = /^provider_flow=([\w-]+); Max-Age=600; /

/** The real server with a real provider, and the portal's part between the two. */
export async function testFlow(options: Pick<TestApiOptions, 'mail'> = {}) {
  const provider = await testProvider(REDIRECT)
  const api = await testApi({
    ...options,
    trustProxy: true,
    config: { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: CLIENT.id, OIDC_CLIENT_SECRET: CLIENT.secret },
  })

  async function begin(stayLoggedIn = false) {
    const answer = await api.post(BEGIN, { stay_logged_in: String(stayLoggedIn) })
    expect(answer.statusCode, answer.body).toBe(200)
    const { url } = z.object({ url: z.string() }).parse(answer.json())
    return { url, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  let finished = 0
  /** Uses a different network each time: the log does not record every refusal of a single one. */
  function finish(query: string, cookie: string) {
    finished += 1
    const from = `10.9.${finished >> 8}.${finished & 255}`
    return api.post(FINISH, { query }, { headers: { cookie, 'x-forwarded-for': from } })
  }

  return {
    api,
    provider,
    begin,
    finish,
    /** Does a whole sign-in in one browser. */
    async signIn(subject: string | null, stayLoggedIn = false) {
      const { url, cookie } = await begin(stayLoggedIn)
      return finish(await provider.visit(url, subject), cookie)
    },
    link: (ticket: string, password: string) => api.post(LINK, { ticket, password }),
    async close() {
      await api.close()
      await provider.stop()
    },
  }
}
export type TestFlow = Awaited<ReturnType<typeof testFlow>>
