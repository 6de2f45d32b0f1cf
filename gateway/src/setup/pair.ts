import { randomBytes } from 'node:crypto'
import { pairGateway } from '@kellersonne/contract/systems/pairing'
import * as z from 'zod/mini'
import { SettingsFault } from '../settings/fault.ts'
import type { SettingsInput } from '../settings/settings.ts'

const PATIENCE_MS = 15_000
const ATTEMPTS = 3
const MAX_BYTES = 64 * 1024
const SECRET_BYTES = 32

const errorBody = z.object({ code: z.string() })
const sentences = new Map([
  [
    'pairing_invalid',
    'The code is wrong, has been used, or is older than ten minutes. Create a new one in the portal.',
  ],
  ['input_invalid', 'This is not a pairing code: it has ten letters and digits, such as ABCDE-FGH12.'],
  ['own_systems_full', 'The portal accepts no further system: the owner has reached the limit.'],
  [
    'too_many_attempts',
    'Too many attempts, or too many new systems. Wait a few minutes, or until tomorrow, then create a new code in the portal.',
  ],
  ['not_found', 'The portal does not accept gateways.'],
])
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Parses the address of a portal as typed. Throws a `SettingsFault` if a secret could be overheard on the way. */
export function portalAddress(typed: string): URL {
  const text = /^https?:\/\//i.test(typed) ? typed : `https://${typed}`
  if (!URL.canParse(text)) throw new SettingsFault(`“${typed.slice(0, 100)}” is not the address of a portal.`)
  const url = new URL(text)
  if (url.protocol === 'http:' && !LOOPBACK.has(url.hostname))
    throw new SettingsFault(`${url.origin} is not encrypted: use the portal’s address with https://.`)
  return url
}

async function textOf(answer: Response): Promise<string> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of answer.body ?? []) {
    size += part.length
    if (size > MAX_BYTES) throw new SettingsFault('The answer is too long to be a portal’s.')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

/** Retries with the same secret if the answer is lost: the portal then repeats it. */
async function ask(url: URL, form: URLSearchParams): Promise<Response> {
  const target = new URL(pairGateway.path, url)
  for (let attempt = 1; ; attempt += 1)
    try {
      const signal = AbortSignal.timeout(PATIENCE_MS)
      return await fetch(target, { method: pairGateway.method, body: form, redirect: 'error', signal })
    } catch (error) {
      if (attempt < ATTEMPTS) continue
      const cause =
        error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new SettingsFault(`${url.origin} cannot be reached: ${cause.slice(0, 120)}.`)
    }
}

/** Exchanges a code for the gateway's credentials. Rejects with a `SettingsFault` that says what to do. */
export async function pair(portal: string, code: string): Promise<SettingsInput['portal']> {
  const url = portalAddress(portal)
  const secret = randomBytes(SECRET_BYTES).toString('base64url')
  const answer = await ask(url, new URLSearchParams({ pairing_code: code, secret }))
  const json = jsonOf(await textOf(answer))
  if (!answer.ok) {
    const reason = errorBody.safeParse(json).data?.code ?? ''
    throw new SettingsFault(
      sentences.get(reason) ?? `${url.origin} answered with ${answer.status} ${reason}.`,
    )
  }
  const { success, data } = pairGateway.response.safeParse(json)
  if (!success) throw new SettingsFault(`${url.origin} did not answer like a portal.`)
  const { serial_number, broker_url, broker_certificate } = data
  return { url: url.origin, serial_number, secret, broker_url, broker_certificate }
}
