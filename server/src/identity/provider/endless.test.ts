import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem } from '../../../test/api.ts'
import { type TestFlow, testFlow } from '../../../test/provider/provider-flow.ts'

let flow: TestFlow
beforeAll(async () => {
  flow = await testFlow()
})
afterEach(() => {
  flow.provider.flood('')
  flow.provider.answer(null)
})
afterAll(() => flow.close())

describe('a provider that answers without end', () => {
  /** Socket buffers included. */
  const MOST_BYTES = 16 * 1024 * 1024

  it.each(['/token', '/jwks', '/me'])('AUT-10 F14 is not read to its end at %s', async (path) => {
    const { url, cookie } = await flow.begin()
    const query = await flow.provider.visit(url, 'new@example.org')
    flow.provider.flood(path)
    expectProblem(await flow.finish(query, cookie), 503, 'provider_unavailable')
    expect(flow.provider.floodedBytes()).toBeGreaterThan(0)
    expect(flow.provider.floodedBytes()).toBeLessThan(MOST_BYTES)
  })

  it('AUT-10 F14 is not read to its end when it says where its endpoints are', async () => {
    flow.api.clock.skip(10 * 60_000)
    flow.provider.flood('/.well-known/openid-configuration')
    expectProblem(await flow.api.post('/api/auth/provider/begin/', {}), 503, 'provider_unavailable')
    expect(flow.provider.floodedBytes()).toBeLessThan(MOST_BYTES)
    flow.provider.flood('')
    expect((await flow.signIn('new@example.org')).json()).toMatchObject({ outcome: 'register' })
  })

  it.each([
    ['says far more than it needs to', `[${'[],'.repeat(30_000)}0]`, 'OAUTH_PARSE_ERROR'],
    ['nests what it says too deeply', '['.repeat(30_000) + ']'.repeat(30_000), 'too_deep'],
  ])('AUT-10 F14 is away if it %s about itself', async (_, value, reason) => {
    flow.api.clock.skip(10 * 60_000)
    const path = '/.well-known/openid-configuration'
    const usual = await (await fetch(`${flow.provider.issuer}${path}`)).text()
    const withMore = (more: string) => usual.replace(/\}$/, `,"x":${more}}`)
    flow.provider.answer({ path, body: withMore(value) })
    expectProblem(await flow.api.post('/api/auth/provider/begin/', {}), 503, 'provider_unavailable')
    expect(flow.api.logged.join('')).toContain(reason)
    flow.provider.answer({ path, body: withMore(`"${'.'.repeat(50_000)}"`) })
    expect((await flow.signIn('new@example.org')).json()).toMatchObject({ outcome: 'register' })
  })
})
