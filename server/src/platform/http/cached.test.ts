import { removeCustomer } from '@kellersonne/contract/identity/accounts'
import { listSessions, signOut } from '@kellersonne/contract/identity/sessions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, PASSWORD, type TestApi, testApi } from '../../../test/api.ts'

const CLEAR = 'clear-site-data'

let api: TestApi
beforeAll(async () => {
  api = await testApi()
  await api.owner('anna@example.org')
})
afterAll(() => api.close())

describe("what a browser keeps of an owner's charts", () => {
  it('AUT-09 F16 is gone when they sign out', async () => {
    const { access, refresh } = await api.signIn('anna@example.org')
    expect((await api.get(listSessions.path, access)).headers).not.toHaveProperty(CLEAR)
    expect((await api.post(signOut.path, { refresh })).headers[CLEAR]).toBe('"cache"')
  })

  it('SET-04 F16 is gone with their account, and not before', async () => {
    const { access } = await api.signIn('anna@example.org')
    const remove = (password: string) =>
      api.post(removeCustomer.path, { password }, { headers: { authorization: `Bearer ${access}` } })
    const wrong = await remove('Wrong-secret-9')
    expectProblem(wrong, 403, 'password_wrong')
    expect(wrong.headers).not.toHaveProperty(CLEAR)
    expect((await remove(PASSWORD)).headers[CLEAR]).toBe('"cache"')
  })
})
