import { beforeEach, describe, expect, it, vi } from 'vitest'
import { pageRoutes } from './routes.ts'

// Workbox logs its routing to the console.
beforeEach(() => void vi.stubGlobal('__WB_DISABLE_DEV_LOGS', true))

const page = async () => new Response('page')
const operators = async () => new Response('operators')

/** Returns what answers a URL: the portal's page, the operator's, or null for the server. */
async function answerTo(address: string, mode: 'navigate' | 'cors' = 'navigate') {
  const url = new URL(address, 'https://portal.example.org')
  const options = { url, request: { mode } as Request, event: new Event('fetch') as never, sameOrigin: true }
  const route = pageRoutes(page, operators).find((one) => one.match(options))
  if (!route) return null
  return (await route.handler.handle({ ...options, params: [] })).text()
}

describe('the service worker', () => {
  it.each([
    '/api',
    '/api/',
    '/api/docs',
    '/api?x=1',
    '/api/auth/export/',
    '/api/auth/picture/?v=1',
    '/default/controller/v1/1001',
    '/assets/index.js',
    '/.well-known/security.txt',
    '/security.txt',
  ])('SHL-10 leaves %s to the server', async (address) => {
    expect(await answerTo(address)).toBeNull()
  })

  it.each(['/', '/dashboard', '/charts?date=2026-06-18&sn=-1', '/apiary', '/nowhere', '/settings/api'])(
    'SHL-10 answers %s with the page that it keeps',
    async (address) => {
      expect(await answerTo(address)).toBe('page')
    },
  )

  it.each(['/imprint', '/terms/', '/privacy'])(
    'SHL-10 asks the server for %s, which may be elsewhere',
    async (address) => {
      expect(await answerTo(address)).toBe('operators')
    },
  )

  it.each(['/api/auth/live/', '/dashboard', '/imprint'])('SHL-10 answers no call for %s', async (address) => {
    expect(await answerTo(address, 'cors')).toBeNull()
  })
})
