import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { expectProblem, type TestApi, testApi } from '../../../test/api.ts'

const URL = '/api/crashes/'
const crash = {
  message: 'TypeError: undefined is not a function',
  stack: 'assets/main-1a.js:1:23\nassets/main-1a.js:4:56',
  build: 'b1-_',
  route: '/dashboard',
}

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

const logged = () => api.logged.filter((line) => line.includes('portal crashed'))
const from = (remoteAddress: string) => ({ remoteAddress })

describe('reports of a portal that broke', () => {
  it('API-13 are logged, a line each, with nothing about who sent them', async () => {
    const answer = await api.post(URL, { ...crash, message: 'Error: a\r\n{"level":60}' }, from('10.1.0.1'))
    expect(answer.statusCode).toBe(200)
    const [line = ''] = logged()
    expect(line.trimEnd().split('\n')).toHaveLength(1)
    expect(JSON.parse(line)).toMatchObject({ msg: 'portal crashed', crash: { route: '/dashboard' } })
    expect(line).not.toContain('10.1.0.1')
  })

  it.each([
    ['Error: j.wagner+pv@example.de is gone', 'Error: … is gone'],
    ['<J.Wagner%40example.de>', '…'],
    ['Error: bearer eyJhbGciOiJFZERTQSIsInR5.eyJzdWIiOiIxMjM0NTY3ODkw', 'Error: bearer ….…'],
    ['no /api/?token=Zm9v_YmFy-YmF6+cXV4/Zm9v=', 'no /api/?…'],
    ["TypeError: undefined (reading 'sunHeight')", "TypeError: undefined (reading 'sunHeight')"],
  ])('API-13 hide addresses and keys in what was sent: %s', async (message, expected) => {
    await api.post(URL, { ...crash, message }, from('10.1.0.6'))
    expect(JSON.parse(logged().at(-1) ?? '')).toMatchObject({ crash: { ...crash, message: expected } })
  })

  it.each<[string, Partial<typeof crash>]>([
    ['a message too long', { message: 'x'.repeat(201) }],
    ['a stack too long', { stack: 'assets/main-1a.js:1:23\n'.repeat(80) }],
    ['a stack that is none', { stack: 'j.wagner@example.de' }],
    ['an address for a route', { route: '/charts?sn=1001' }],
    ['a build that is none', { build: '<b>' }],
  ])('API-13 refuses %s', async (_, wrong) => {
    const before = logged().length
    expectProblem(await api.post(URL, { ...crash, ...wrong }, from('10.1.0.2')), 400, 'input_invalid')
    expect(logged()).toHaveLength(before)
  })

  it('API-13 F1 counts reports before it judges them', async () => {
    const refused = Array.from({ length: 20 }, () =>
      api.post(URL, { ...crash, stack: 'none' }, from('10.1.0.5')),
    )
    for (const answer of await Promise.all(refused)) expectProblem(answer, 400, 'input_invalid')
    expectProblem(await api.post(URL, crash, from('10.1.0.5')), 429, 'too_many_attempts')
  })

  it('API-13 takes twenty an hour from one network, and others from another one', async () => {
    const all = await Promise.all(Array.from({ length: 25 }, () => api.post(URL, crash, from('10.1.0.3'))))
    expect(all.filter(({ statusCode }) => statusCode === 200)).toHaveLength(20)
    expectProblem(await api.post(URL, crash, from('10.1.0.3')), 429, 'too_many_attempts')
    expect((await api.post(URL, crash, from('10.1.0.4'))).statusCode).toBe(200)
  })
})
