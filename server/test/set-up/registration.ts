import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { RegistrationCode } from '@kellersonne/core/systems/keys'
import type { InjectOptions, LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { createMailComposer } from '../../src/identity/mail/compose.ts'
import { mailStore } from '../../src/platform/mail/store.ts'
import { codeKeyOf, newCode, putCode } from '../../src/systems/codes.ts'
import { systemStore } from '../../src/systems/store.ts'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from '../api.ts'

const MAIL_CONFIG = { PUBLIC_URL: 'https://portal.example', CONTACT_URL: undefined, OIDC_NAME: 'CleverPV' }
const REGISTER = '/api/auth/register/'
export const anna = {
  email: 'anna@example.org',
  password: PASSWORD,
  phone: '030 1234567',
  country: 'DE',
  terms: TERMS_VERSION,
  lang: 'de',
}
/** The response to a registration. */
export const answered = z.object({
  outcome: z.literal('registered'),
  access: z.string(),
  refresh: z.string(),
  systems: z.array(z.unknown()),
})

export function expectFaults(answer: LightMyRequestResponse, errors: Record<string, string>) {
  expectProblem(answer, 400, 'input_invalid')
  expect(answer.json().errors).toEqual(errors)
}

/** The server for tests of registration: each begins without owners, mails and attempts. */
export function setUpRegistration() {
  let api: TestApi
  let sns = 5000
  let reachable = true
  beforeAll(async () => {
    api = await testApi({ mail: { isReachable: async () => reachable } })
  })
  beforeEach(async () => {
    await api.db.run('delete from attempt')
    await api.db.run('delete from mail')
    await api.db.run('delete from owner')
    await api.db.run('delete from registration')
  })
  afterAll(() => api.close())

  /** Composes the mails that are due now. */
  async function letters() {
    const { kinds, compose } = createMailComposer({
      db: api.db,
      secret: SECRET,
      now: api.now,
      config: MAIL_CONFIG,
    })
    const waiting = await mailStore(api.db).take(
      kinds,
      100,
      api.now(),
      new Date(api.now().getTime() + 60_000),
    )
    const written = await Promise.all(waiting.map(compose))
    await api.db.run('delete from mail')
    return written.flatMap((letter) => letter ?? [])
  }

  const column = (text: string) =>
    api.db
      .rows(z.object({ value: z.nullable(z.string()) }), text)
      .then((rows) => rows.map(({ value }) => value))

  return {
    api: () => api,
    letters,
    /** Resolves to the token of the one confirmation link that was sent. */
    async linked(): Promise<string> {
      const tokens = (await letters()).map(({ text }) => /register\/confirm#token=(\S+)/.exec(text)?.[1])
      expect(tokens).toEqual([expect.any(String)])
      return tokens[0] ?? ''
    },
    check: (token: string, remoteAddress = '198.51.100.7') =>
      api.post(`${REGISTER}check/`, { token }, { remoteAddress }),
    /** `form`: the codes that are given again, and the password if it is another one. */
    confirm: (token: string, form: Record<string, string> = {}) =>
      api.post(`${REGISTER}confirm/`, { token, password: PASSWORD, ...form }),
    /** Sets whether the mail server responds. */
    reach: (answers: boolean) => {
      reachable = answers
    },
    /** Creates a system without an owner; resolves to its printed code. */
    async unclaimed(): Promise<{ sn: string; code: RegistrationCode }> {
      sns += 1
      const sn = serialNumber.parse(String(sns))
      const unit = { sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'unit' }
      const system = await systemStore(api.db).put(unit)
      const code = newCode()
      await putCode(api.db, codeKeyOf(SECRET), system, code)
      return { sn, code }
    },
    register: (form: Record<string, string>, more: InjectOptions = {}) =>
      api.post(REGISTER, { ...anna, ...form }, more),
    emails: () => column('select email as value from owner order by 1'),
    mails: () => column('select kind as value from mail order by 1'),
    /** Returns the tokens of links to `page` in mails. */
    tokensIn: (sent: readonly { text: string }[], page: string) =>
      sent.flatMap(({ text }) => new RegExp(`/${page}#token=(\\S+)`).exec(text)?.[1] ?? []),
    user: async (access: string) => (await api.get('/api/auth/user/', access)).json(),
  }
}
