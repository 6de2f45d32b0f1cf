import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PASSWORD, PUBLIC_URL, type TestApi, testApi, UPDATES_URL } from '../../../test/api.ts'
import { contractEndpoints } from '../../../test/endpoints.ts'
import { routeOf } from '../../platform/http/mount.ts'

const reference = z.object({ $ref: z.string() })
const described = z.looseObject({ name: z.string(), description: z.string() })
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.optional(z.array(z.union([reference, described]))),
  requestBody: z.optional(
    z.looseObject({
      content: z.record(
        z.string(),
        z.looseObject({
          schema: z.looseObject({
            properties: z.record(z.string(), z.looseObject({ description: z.string() })),
          }),
        }),
      ),
    }),
  ),
  security: z.array(z.record(z.string(), z.array(z.string()))),
  responses: z.record(
    z.string(),
    z.looseObject({
      description: z.optional(z.string()),
      headers: z.optional(z.record(z.string(), reference)),
      content: z.optional(z.record(z.string(), z.unknown())),
    }),
  ),
})
const servers = z.array(z.looseObject({ url: z.string() }))
const document = z.looseObject({
  openapi: z.string(),
  servers,
  tags: z.array(described),
  components: z.looseObject({
    schemas: z.record(z.string(), z.looseObject({ pattern: z.optional(z.string()) })),
    securitySchemes: z.looseObject({ cookie: z.looseObject({ name: z.string() }) }),
  }),
  paths: z.record(z.string(), z.catchall(z.object({ servers: z._default(servers, []) }), operation)),
})

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

describe('the description of the API', () => {
  it('API-13 describes every endpoint of the contract, each of which is served, and nothing else', async () => {
    const { openapi, paths } = document.parse((await api.get('/api/docs/openapi.json')).json())
    expect(openapi).toBe('3.1.0')
    const described = Object.entries(paths).flatMap(
      ([
        path,
        {
          servers: [server],
          ...calls
        },
      ]) => Object.keys(calls).map((method) => `${method.toUpperCase()} ${server?.url ?? PUBLIC_URL}${path}`),
    )
    const endpoints = await contractEndpoints()
    const originOf = ({ auth }: Endpoint) => (auth === 'cookie' ? UPDATES_URL : PUBLIC_URL)
    expect(new Set(described)).toEqual(
      new Set(endpoints.map((one) => `${one.method} ${originOf(one)}${one.path}`)),
    )
    for (const { auth, method, path } of endpoints)
      expect(auth === 'cookie' || api.app.hasRoute({ method, url: routeOf(path) })).toBe(true)
  })

  it('API-13 names every call after its constant and files it under the domain of its file', async () => {
    const { servers, tags, paths } = document.parse((await api.get('/api/docs/openapi.json')).json())
    expect(servers.map(({ url }) => url)).toEqual([PUBLIC_URL])
    const operations = Object.values(paths).flatMap(({ servers: _, ...calls }) => Object.values(calls))
    const names = operations.map(({ operationId }) => operationId)
    expect(new Set(names).size).toBe(names.length)
    expect(paths['/api/auth/data/']?.['get']).toMatchObject({ operationId: 'getCurrentData', tags: ['live'] })
    expect(paths['/api/auth/usr_sn/']?.['get']).toMatchObject({
      operationId: 'listSystems',
      tags: ['systems'],
    })
    expect(new Set(operations.flatMap((call) => call.tags))).toEqual(new Set(tags.map(({ name }) => name)))
  })

  it('API-13 says of each call how it is called and what it answers', async () => {
    const { paths, components } = document.parse((await api.get('/api/docs/openapi.json')).json())
    const signIn = paths['/api/auth/token/']?.['post']
    expect(signIn?.security).toEqual([])
    expect(signIn).toMatchObject({
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            schema: {
              required: ['email', 'password'],
              properties: { stay_logged_in: { enum: expect.arrayContaining(['true', 'false']) } },
            },
          },
        },
      },
    })
    expect(signIn?.responses['401']?.description).toBe('credentials_wrong')
    expect(signIn?.responses['429']?.content).toEqual({
      'application/problem+json': {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: { too_many_attempts: { $ref: '#/components/examples/too_many_attempts' } },
      },
    })
    const list = paths['/api/auth/usr_sn/']?.['get']
    expect(list?.security).toEqual([{ bearer: [] }])
    expect(JSON.stringify(list?.responses['200'])).toContain('"#/components/schemas/System"')
    expect(components.schemas['SerialNumber']?.pattern).toContain('[A-Z]{1,20}')
    expect(Object.keys(paths['/api/auth/live/']?.['get']?.responses['200']?.content ?? {})).toEqual([
      'text/event-stream',
    ])
  })

  it('API-13 says of the update service where it is, and which cookie identifies the caller', async () => {
    const text = await api.get('/api/docs/openapi.json')
    const { paths, components } = document.parse(text.json())
    const { name } = components.securitySchemes.cookie
    await api.owner('docs@example.org')
    const form = { email: 'docs@example.org', password: PASSWORD }
    const [token] = [(await api.post('/api/auth/token/', form)).headers['set-cookie']].flat()
    expect(token).toMatch(new RegExp(`^${name}=`))
    expect(paths['/api/auth/token/']?.['post']?.responses['200']?.headers).toHaveProperty('Set-Cookie')
    expect(paths['/has_update']?.['get']?.security).toEqual([{ cookie: [] }])
    expect(paths['/has_update']?.['get']?.responses['401']?.description).toBe('session_required')
    expect(paths['/api/v1/has_update']?.['get']?.security).toEqual([{ bearer: [] }])
    expect(Object.keys(paths['/update/']?.['post']?.requestBody?.content ?? {})).toEqual([
      'multipart/form-data',
    ])
  })

  it('API-13 says which methods a path has, when to try again and what need not be sent again', async () => {
    const { paths } = document.parse((await api.get('/api/docs/openapi.json')).json())
    const refused = await api.app.inject({ method: 'DELETE', url: '/api/auth/data/' })
    expect([refused.statusCode, refused.headers.allow]).toEqual([405, 'GET, HEAD'])
    const all = Object.values(paths).flatMap(({ servers: _, ...calls }) => Object.values(calls))
    for (const { responses } of all)
      expect(responses['405']).toEqual({ $ref: '#/components/responses/MethodNotAllowed' })
    const graph = paths['/api/auth/graph/']?.['get']
    expect(graph?.parameters).toContainEqual({ $ref: '#/components/parameters/IfNoneMatch' })
    expect(graph?.responses['200']?.headers).toHaveProperty('ETag')
    expect(graph?.responses).toHaveProperty('304')
    expect(graph?.responses['503']?.headers).toHaveProperty('Retry-After')
  })

  it('API-15 HND-04 is a page to read, of a few kilobytes and without scripts', async () => {
    const page = await api.get('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['permissions-policy']).toContain('camera=()')
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/)
    expect(page.headers['content-security-policy']).not.toMatch(/script-src|unsafe/)
    expect(page.body).not.toMatch(/<script|<style| style=| on\w+=/)
    const loaded = [...page.body.matchAll(/<(?:link|img)[^>]*(?:src|href)="([^"]+)"/g)].map(([, url]) =>
      String(url),
    )
    expect(loaded).toEqual(['/api/docs/style.css'])
    const packed = await Promise.all(
      ['/api/docs', ...loaded].map((url) =>
        api.app.inject({ method: 'GET', url, headers: { 'accept-encoding': 'gzip' } }),
      ),
    )
    expect(packed.map(({ headers }) => headers['content-encoding'])).toEqual(['gzip', 'gzip'])
    expect(packed.reduce((sum, { rawPayload }) => sum + rawPayload.length, 0)).toBeLessThan(250_000)
    expect((await api.get('/api/docs/json')).json()).toEqual((await api.get('/api/docs/openapi.json')).json())
  })

  it('API-15 shows every call, shape and error on its page, and every link there leads somewhere', async () => {
    const { body } = await api.get('/api/docs')
    const { paths, components } = document.parse((await api.get('/api/docs/openapi.json')).json())
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))
    const operations = Object.values(paths).flatMap(({ servers: _, ...calls }) => Object.values(calls))
    for (const { operationId } of operations) expect(ids).toContain(operationId)
    for (const name of Object.keys(components.schemas)) expect(ids).toContain(`schema-${name}`)
    const links = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id)
    expect(links.filter((id) => !ids.has(id))).toEqual([])
    expect(body).toContain('&quot;retry_after&quot;: 30')
  })
})
