import { TERMS_VERSION } from '@kellersonne/contract/registration'
import { serialNumber } from '@kellersonne/contract/systems'
import type { RegistrationCode } from '@kellersonne/core/keys'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import * as z from 'zod/mini'
import { codeKeyOf, newCode, putCode } from '../src/systems/codes.ts'
import { systemStore } from '../src/systems/store.ts'
import { expectProblem, PASSWORD, SECRET, type TestApi, testApi } from './api.ts'

const REGISTER = '/api/auth/register/'
export const anna = {
  email: 'anna@example.org',
  password: PASSWORD,
  phone: '030 1234567',
  country: 'DE',
  terms: TERMS_VERSION,
  lang: 'de',
}
/** What a registration is answered. */
export const answered = z.object({ access: z.string(), refresh: z.string(), systems: z.array(z.unknown()) })

export function expectFaults(answer: LightMyRequestResponse, errors: Record<string, string>) {
  expectProblem(answer, 400, 'input_invalid')
  expect(answer.json().errors).toEqual(errors)
}

/** The server, for tests of registration: without owners, mails and attempts at the beginning of each. */
export function registering() {
  let api: TestApi
  let sns = 5000
  beforeAll(async () => {
    api = await testApi()
  })
  beforeEach(async () => {
    await api.db.run('delete from attempt')
    await api.db.run('delete from mail')
    await api.db.run('delete from owner')
  })
  afterAll(() => api.close())

  const column = (text: string) =>
    api.db
      .rows(z.object({ value: z.nullable(z.string()) }), text)
      .then((rows) => rows.map(({ value }) => value))

  return {
    api: () => api,
    /** A system nobody has, and the code printed with it. */
    async unclaimed(): Promise<{ sn: string; code: RegistrationCode }> {
      sns += 1
      const sn = serialNumber.parse(String(sns))
      const unit = { sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'unit' }
      const system = await systemStore(api.db).put(unit)
      const code = newCode()
      await putCode(api.db, codeKeyOf(SECRET), system, code)
      return { sn, code }
    },
    register: (form: Record<string, string>) => api.post(REGISTER, { ...anna, ...form }),
    emails: () => column('select email as value from owner order by 1'),
    mails: () => column('select kind as value from mail order by 1'),
    user: async (access: string) => (await api.get('/api/auth/user/', access)).json(),
  }
}
