import { pino } from 'pino'
import { expect, it } from 'vitest'
import { createConfiguredClient } from './configured-client.ts'

it('AUT-10 what the provider refuses is logged twenty times a minute at most for each reason', async () => {
  const logged: string[] = []
  const client = createConfiguredClient({
    now: () => new Date('2026-06-18T10:00:00Z'),
    log: pino({}, { write: (line) => void logged.push(line) }),
    config: {
      PUBLIC_URL: 'https://portal.example',
      OIDC_ISSUER: 'http://127.0.0.1:9',
      OIDC_CLIENT_ID: 'portal',
      OIDC_CLIENT_SECRET: undefined,
      OIDC_NAME: 'CleverPV',
    },
  })
  const asked = Array.from({ length: 30 }, () => client?.begin({ proves: false }))
  expect((await Promise.allSettled(asked)).map(({ status }) => status)).not.toContain('fulfilled')
  expect(logged).toHaveLength(20)
})
