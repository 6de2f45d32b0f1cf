import type { ErrorCode } from '@kellersonne/contract/shared/errors'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { expectProblem, PASSWORD } from '../api.ts'
import { LINK, type TestFlow, testFlow } from './provider-flow.ts'

export const ANNA = 'anna@example.org'
export const BERT = 'bert@example.org'
/** What the provider calls Anna; its address has no account here. */
export const AT_PROVIDER = 'anna@cleverpv.example'
export const BEGIN = `${LINK}begin/`
export const FINISH = `${LINK}finish/`
export const UNLINK = '/api/auth/provider/unlink/'

/** Signs Anna, alone in the database, in; and does the portal's part of linking and unlinking her account. */
async function annaLinks({ api, provider }: TestFlow) {
  for (const table of ['attempt', 'mail', 'identity', 'owner']) await api.db.run(`delete from ${table}`)
  await api.owner(ANNA)
  const anna = await api.signIn(ANNA)
  api.logged.length = 0

  const post = (path: string, form: Record<string, string>, access: string, cookie = '') =>
    api.post(path, form, { headers: { authorization: `Bearer ${access}`, cookie } })
  const begin = (access = anna.access, password = PASSWORD) => post(BEGIN, { password }, access)
  async function begun(access = anna.access) {
    const answer = await begin(access)
    expect(answer.statusCode, answer.body).toBe(200)
    const { url } = z.object({ url: z.string() }).parse(answer.json())
    return { url, cookie: String(answer.headers['set-cookie']).split(';')[0] ?? '' }
  }
  const finish = (query: string, cookie: string, access = anna.access) =>
    post(FINISH, { query }, access, cookie)
  const user = async (access = anna.access) => (await api.get('/api/auth/user/', access)).json()
  const kinds = z.object({ kind: z.string() })
  const mails = async () =>
    (await api.db.rows(kinds, 'select kind from mail order by created_at')).map(({ kind }) => kind)

  return {
    ...anna,
    begin,
    begun,
    finish,
    /** Adds the link in one browser. */
    async link(subject: string | null = AT_PROVIDER, access = anna.access) {
      const { url, cookie } = await begun(access)
      return finish(await provider.visit(url, subject), cookie, access)
    },
    unlink: (password = PASSWORD, access = anna.access) => post(UNLINK, { password }, access),
    user,
    mails,
    events: () =>
      api.logged
        .map((line) => JSON.parse(line))
        .filter(({ event }) => event !== undefined)
        .map(({ event, outcome }) => `${event} ${outcome}`),
    /** Expects a refusal that has linked nothing and told nobody, and no secret in the log. */
    async expectNothing(answer: Awaited<ReturnType<typeof finish>>, status: number, code: ErrorCode) {
      expectProblem(answer, status, code)
      expect(await user()).toMatchObject({ linked: false, linked_since: null })
      expect(await mails()).toEqual([])
      expect(api.logged.join('')).not.toMatch(/eyJ|code=|state=|id_token/)
    },
  }
}

/** A server with a provider for all tests of a file, and for each of them Anna, signed in and without a link. */
export function setUpAnnaLinks() {
  let flow: TestFlow
  let anna: Awaited<ReturnType<typeof annaLinks>>
  beforeAll(async () => {
    flow = await testFlow()
  })
  beforeEach(async () => {
    anna = await annaLinks(flow)
  })
  afterAll(() => flow.close())
  return { flow: () => flow, anna: () => anna }
}
