import { once } from 'node:events'
import type { Flow } from '@kellersonne/core/energy/imports/quarters'
import { WebSocket } from 'ws'
import * as z from 'zod/mini'
import { connectionFault, DeviceFault } from '../transports/fault.ts'
import { parsed } from '../transports/json.ts'

const PATIENCE_MS = 30_000
const MAX_BYTES = 4 * 1024 * 1024
/** Days per request, so that each response stays moderate in size. */
const STEP_MS = 14 * 86_400_000
const WHERE = 'recorder/statistics_during_period'

const hour = z.object({ start: z.number(), end: z.number(), change: z.optional(z.nullable(z.number())) })
const message = z.union([
  z.object({ type: z.enum(['auth_required', 'auth_ok', 'auth_invalid']) }),
  z.object({
    type: z.literal('result'),
    success: z.literal(true),
    result: z.record(z.string(), z.array(hour)),
  }),
  z.object({ type: z.literal('result'), success: z.literal(false) }),
])

type Asked = {
  readonly url: string
  readonly token: string
  readonly ids: readonly string[]
  /** ms UTC. */
  readonly from: number
  readonly until: number
}

/** Sends a message and resolves to the next one received. Rejects with `DeviceFault`. */
async function ask(socket: WebSocket, request: object | null) {
  const gone = new AbortController()
  const leave = () => gone.abort()
  socket.once('close', leave)
  try {
    const signal = AbortSignal.any([gone.signal, AbortSignal.timeout(PATIENCE_MS)])
    const received = once(socket, 'message', { signal })
    if (request) socket.send(JSON.stringify(request))
    const [bytes]: unknown[] = await received
    const { data } = message.safeParse(Buffer.isBuffer(bytes) ? parsed(bytes, WHERE) : null)
    if (!data) throw new DeviceFault('half_answer', WHERE)
    return data
  } catch (error) {
    const isGone = error instanceof Error && error.name === 'AbortError' && gone.signal.aborted
    throw isGone ? new DeviceFault('closed', WHERE) : connectionFault(error, WHERE)
  } finally {
    socket.off('close', leave)
  }
}

async function signIn(socket: WebSocket, token: string) {
  await ask(socket, null)
  const { type } = await ask(socket, { type: 'auth', access_token: token })
  if (type !== 'auth_ok') throw new DeviceFault('unauthorized')
}

/** Resolves to the hourly energies of Home Assistant's statistics, by statistic id. Rejects with `DeviceFault`. */
export async function statisticsOf({ url, token, ids, from, until }: Asked): Promise<Map<string, Flow[]>> {
  const found = new Map<string, Flow[]>(ids.map((one) => [one, []]))
  const socket = new WebSocket(url, { maxPayload: MAX_BYTES, handshakeTimeout: PATIENCE_MS })
  try {
    await signIn(socket, token)
    let id = 0
    for (let start = from; start < until; start += STEP_MS) {
      const time = (ms: number) => new Date(ms).toISOString()
      const answer = await ask(socket, {
        ...{
          id: ++id,
          type: WHERE,
          start_time: time(start),
          end_time: time(Math.min(until, start + STEP_MS)),
        },
        ...{ statistic_ids: ids, period: 'hour', types: ['change'], units: { energy: 'Wh' } },
      })
      if (answer.type !== 'result' || !answer.success) throw new DeviceFault('http_status', WHERE)
      for (const [name, hours] of Object.entries(answer.result))
        for (const { start: begun, end, change } of hours)
          if (typeof change === 'number' && change >= 0)
            found.get(name)?.push({ from: begun, until: end, energy: change })
    }
    return found
  } finally {
    socket.on('error', () => undefined).terminate()
  }
}
