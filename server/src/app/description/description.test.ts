import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { PUBLIC_URL, type TestApi, testApi } from '../../../test/api.ts'
import { contractEndpoints } from '../../../test/endpoints.ts'
import { routeOf } from '../../platform/http/mount.ts'

const described = z.looseObject({ name: z.string(), description: z.string() })
const operation = z.looseObject({
  operationId: z.string(),
  tags: z.tuple([z.string()]),
  parameters: z.optional(z.array(described)),
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
    z.object({ description: z.string(), content: z.record(z.string(), z.unknown()) }),
  ),
})
const document = z.looseObject({
  openapi: z.string(),
  servers: z.array(z.looseObject({ url: z.string() })),
  tags: z.array(described),
  paths: z.record(z.string(), z.record(z.string(), operation)),
})

/** Without the update service's endpoints, which are on another origin. */
const contract = async () => (await contractEndpoints()).filter(({ auth }) => auth !== 'cookie')

let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

describe('the description of the API', () => {
  it('API-13 describes every endpoint of the contract, each of which is served, and nothing else', async () => {
    const { openapi, paths } = document.parse((await api.get('/api/docs/openapi.json')).json())
    expect(openapi).toBe('3.1.0')
    const described = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    )
    const endpoints = await contract()
    expect(new Set(described)).toEqual(new Set(endpoints.map(({ method, path }) => `${method} ${path}`)))
    for (const { method, path } of endpoints)
      expect(api.app.hasRoute({ method, url: routeOf(path) })).toBe(true)
  })

  it('API-13 names every call after its constant and files it under the domain of its file', async () => {
    const { servers, tags, paths } = document.parse((await api.get('/api/docs/openapi.json')).json())
    expect(servers.map(({ url }) => url)).toEqual([PUBLIC_URL])
    const operations = Object.values(paths).flatMap((calls) => Object.values(calls))
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
    const { paths } = document.parse((await api.get('/api/docs/openapi.json')).json())
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
      'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } },
    })
    const list = paths['/api/auth/usr_sn/']?.['get']
    expect(list?.security).toEqual([{ bearer: [] }])
    expect(JSON.stringify(list?.responses['200'])).toContain('[A-Z]{1,20}')
    expect(Object.keys(paths['/api/auth/live/']?.['get']?.responses['200']?.content ?? {})).toEqual([
      'text/event-stream',
    ])
  })

  it('API-13 HND-04 is a page to read, whose scripts all come from here', async () => {
    const page = await api.get('/api/docs')
    expect(page.statusCode).toBe(200)
    expect(page.headers['permissions-policy']).toContain('camera=()')
    expect(page.headers['content-security-policy']).toMatch(/script-src 'self'(?:;|$)/)
    expect(page.body).not.toMatch(/<script(?![^>]*\bsrc=)/)
    const scripts = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url]) => String(url))
    expect(scripts.length).toBeGreaterThan(3)
    for (const url of scripts) expect((await api.get(url)).statusCode).toBe(200)
    expect((await api.get('/api/docs/json')).json()).toEqual((await api.get('/api/docs/openapi.json')).json())
  })
})
