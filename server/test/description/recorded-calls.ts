import type { Endpoint } from '@kellersonne/contract/shared/endpoint'
import type { InjectOptions } from 'fastify'
import { expect } from 'vitest'
import { endpoints } from '../../src/app/description/endpoints.ts'
import type { Example } from '../../src/platform/http/openapi/description.ts'
import { fileForm } from '../file-form.ts'
import { multipart, type TestUpdates } from '../set-up/update-service.ts'

type Request = NonNullable<Example['request']>
type Who = { readonly access?: string; readonly cookie?: string }
const FORM = 'application/x-www-form-urlencoded'
const HISTORY = 'time.start,time.end,pv.Roof.energy.Wh\n2026-05-01 12:00:00,2026-05-01 12:15:00,500\n'
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==',
  'base64',
)

const pairsOf = (fields: Request): [string, string][] =>
  Object.entries(fields).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  )

async function bodyOf(
  { form, upload, multipart: encoding }: Endpoint,
  request: Request,
): Promise<InjectOptions> {
  if (upload) {
    return upload.field === 'file'
      ? fileForm('file', new Blob([HISTORY], { type: 'text/csv' }), 'history.csv')
      : fileForm(upload.field, new Blob([PIXEL], { type: 'image/png' }), 'picture.png')
  }
  if (!form) return {}
  if (encoding === 'only') return multipart(pairsOf(request))
  return { payload: new URLSearchParams(pairsOf(request)).toString(), headers: { 'content-type': FORM } }
}

/** Calls endpoints by name, and keeps what was sent and answered. */
export function recordCalls(services: TestUpdates) {
  const recorded: Record<string, Example> = {}

  /** Resolves to the answer to a call, which must be 200; the last one of an endpoint is kept. */
  async function call(name: string, request: Request = {}, { access, cookie }: Who = {}) {
    const endpoint = endpoints.find((one) => one.name === name)?.endpoint
    if (!endpoint) throw new Error(`there is no ${name}`)
    const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, part: string) => String(request[part]))
    const query = endpoint.query ? `?${new URLSearchParams(pairsOf(request))}` : ''
    const { headers = {}, ...body } = await bodyOf(endpoint, request)
    const service = endpoint.auth === 'cookie' ? services.service() : services.app
    const answer = await service.inject({
      method: endpoint.method,
      url: `${path}${query}`,
      ...body,
      headers: {
        ...headers,
        'user-agent': 'curl/8.14.1',
        ...(access !== undefined && { authorization: `Bearer ${access}` }),
        ...(cookie !== undefined && { cookie }),
      },
    })
    expect(answer.statusCode, `${name}: ${answer.body.slice(0, 300)}`).toBe(200)
    const isFile = endpoint.download !== undefined
    recorded[name] = {
      ...(Object.keys(request).length > 0 && { request }),
      ...(!isFile && { answer: answer.json() }),
    }
    return answer
  }
  return { call, recorded }
}
