import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, PUBLIC_URL, type TestApi, testApi } from '../../../test/api.ts'

const PATHS = ['/.well-known/security.txt', '/security.txt']
const CONTACT = 'mailto:security@kellersonne.example'
const DAY_MS = 24 * 3_600_000
const browser = { accept: 'text/html,*/*;q=0.8' }

let api: TestApi
let silent: TestApi
beforeAll(async () => {
  api = await testApi({ config: { SECURITY_CONTACT: CONTACT } })
  silent = await testApi()
})
afterAll(async () => {
  await api.close()
  await silent.close()
})

describe('where weaknesses are reported', () => {
  it.each(PATHS)('API-13 F15 is published at %s, in the form of RFC 9116', async (url) => {
    for (let year = 0; year < 3; year += 1) {
      const { statusCode, headers, body } = await api.app.inject({ url, headers: browser })
      expect(statusCode).toBe(200)
      expect(headers['content-type']).toBe('text/plain; charset=utf-8')
      const fields = body.trimEnd().split('\n')
      const [, expires = ''] = /^Expires: (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z)$/m.exec(body) ?? []
      expect(fields).toEqual([
        `Contact: ${CONTACT}`,
        `Expires: ${expires}`,
        'Preferred-Languages: de, en',
        `Canonical: ${PUBLIC_URL}/.well-known/security.txt`,
      ])
      const ahead = Date.parse(expires) - api.now().getTime()
      expect(ahead).toBeGreaterThan(DAY_MS)
      expect(ahead).toBeLessThan(365 * DAY_MS)
      api.clock.skip(365 * DAY_MS)
    }
  })

  it.each(PATHS)('API-13 F15 is not found at %s where nobody is named', async (url) => {
    expectProblem(await silent.app.inject({ url, headers: browser }), 404, 'not_found')
  })
})
