import type { Formula } from '../../profiles/expressions.ts'
import type { HttpField, HttpTransport } from '../../profiles/json.ts'
import { DeviceFault } from '../fault.ts'
import { evaluated, formulaOf, normalised, parsed, rawJson } from '../json.ts'
import { filled, filledJson, required } from '../options.ts'
import type { DeviceConnection, Field, Fields, Place } from '../transport.ts'
import { type Answer, call, type Target } from './request.ts'
import { fromSenec } from './senec.ts'

type Wanted = {
  readonly name: string
  readonly field: HttpField
  readonly path: Formula
  readonly unit: Formula | null
}
type Session = Readonly<Record<string, string>>

const TOKEN = /^[\x21-\x7e]{1,8192}$/
const isRefusal = (status: number) => status === 401 || status === 403
const portOf = ({ scheme, port }: HttpTransport) => port ?? (scheme === 'https' ? 443 : 80)

/** Reads a device that serves JSON over HTTP. */
export function openHttp(transport: HttpTransport, place: Place): DeviceConnection {
  const { options } = place
  const target: Target = {
    ...{ scheme: transport.scheme, host: place.host, certificate: place.certificate },
    port: place.port ?? portOf(transport),
  }
  const wanted = Object.entries(transport.fields).flatMap(([name, field]): Wanted[] => {
    const path = filled(field.path, options)
    if (filled(transport.requests[field.request]?.path ?? '', options) === null) return []
    const unit = field.unit === undefined ? null : formulaOf(required(field.unit, options), name)
    return path === null ? [] : [{ name, field, path: formulaOf(path, name), unit }]
  })
  let session: Session | null = null

  function ownHeaders(): Session {
    const given = Object.entries(transport.headers).flatMap(([key, value]) => {
      const text = filled(value, options)
      return text === null ? [] : [[key, text]]
    })
    const { basic } = transport
    const secret = basic && `${required(basic.user, options)}:${required(basic.password, options)}`
    return {
      ...Object.fromEntries(given),
      ...(secret && { authorization: `Basic ${Buffer.from(secret).toString('base64')}` }),
    }
  }
  const send = (method: 'GET' | 'POST', path: string, body: unknown, signal: AbortSignal): Promise<Answer> =>
    call(target, {
      ...{ method, path, body: body === undefined ? null : JSON.stringify(body) },
      headers: { ...ownHeaders(), ...session },
      signal: AbortSignal.any([signal, AbortSignal.timeout(transport.timeout_ms)]),
    })

  async function logIn(signal: AbortSignal): Promise<Session> {
    const { login } = transport
    if (!login) return {}
    const path = required(login.path, options)
    const answer = await send('POST', path, filledJson(login.body, options), signal)
    if (isRefusal(answer.status)) throw new DeviceFault('unauthorized', path)
    if (answer.status !== 200) throw new DeviceFault('http_status', path, String(answer.status))
    if (!login.bearer) return { cookie: answer.cookies.join('; ') }
    const token = await evaluated(formulaOf(login.bearer, path), parsed(answer.body, path), path)
    // One that no header can hold would be kept, as it is never refused.
    if (typeof token !== 'string' || !TOKEN.test(token)) throw new DeviceFault('unauthorized', path)
    return { authorization: `Bearer ${token}` }
  }

  async function fetch(name: string, signal: AbortSignal): Promise<unknown> {
    const request = transport.requests[name]
    if (!request) throw new DeviceFault('option', name)
    const path = required(request.path, options)
    const body = request.body === undefined ? undefined : filledJson(request.body, options)
    session ??= await logIn(signal)
    const answer = await send(request.method, path, body, signal)
    if (isRefusal(answer.status)) {
      // The session may have expired: the next poll signs in again.
      session = null
      throw new DeviceFault('unauthorized', path)
    }
    if (answer.status === 404 && request.optional) return undefined
    if (answer.status !== 200) throw new DeviceFault('http_status', path, String(answer.status))
    return parsed(answer.body, path)
  }

  /** Null if the device does not have the field. */
  async function fieldOf({ name, field, path, unit }: Wanted, json: unknown): Promise<Field | null> {
    const found = await evaluated(path, json, name)
    const inUnit = unit === null ? undefined : await evaluated(unit, json, name)
    const value = field.decode === 'senec' ? fromSenec(found) : found
    if (value === undefined) return null
    return {
      value: normalised(value, field.scale, inUnit),
      raw: () => rawJson(found, inUnit),
      at: place.clock(),
    }
  }

  return {
    async read(signal): Promise<Fields> {
      const fields = new Map<string, Field>()
      for (const request of new Set(wanted.map(({ field }) => field.request))) {
        const json = await fetch(request, signal)
        for (const one of wanted.filter(({ field }) => field.request === request)) {
          const field = await fieldOf(one, json)
          if (field) fields.set(one.name, field)
        }
      }
      return fields
    },
    close: () => Promise.resolve(),
  }
}
