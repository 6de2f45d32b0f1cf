import { expect, it } from 'vitest'
import { getHealth } from './health.ts'

it('HND-04 health says of each part what is wrong with it, or null, with 200 or 503', () => {
  const sick = { ready: false, parts: { database: 'away', broker: null } }
  expect(getHealth.response.parse(sick)).toEqual(sick)
  expect(getHealth).toMatchObject({ path: '/api/health', auth: 'none', also: 503 })
})
