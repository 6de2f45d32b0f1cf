import { problem } from '@kellersonne/contract/shared/errors'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { endpoints } from '../src/app/description/endpoints.ts'
import { PROBLEM } from '../src/platform/http/api-error.ts'
import { errorsOf } from '../src/platform/http/openapi/problems.ts'

const routes = endpoints.map(({ endpoint }) => ({
  endpoint,
  pattern: new RegExp(`^${endpoint.path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** Expects that the API's document names the error that a call of the main service was answered with, if it was one. */
export function expectDocumented(method: 'GET' | 'POST', url: string, answer: LightMyRequestResponse): void {
  if (!String(answer.headers['content-type']).startsWith(PROBLEM)) return
  const path = url.split('?')[0] ?? ''
  const called = routes.find(
    ({ endpoint, pattern }) => endpoint.method === method && endpoint.auth !== 'cookie' && pattern.test(path),
  )
  const { code } = problem.parse(answer.json())
  if (called) expect([...errorsOf(called.endpoint)], `errors of ${method} ${path}`).toContain(code)
}
