import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Denial } from './denials.ts'
import { EXCHANGE, routingKey } from './rabbitmq/queues.ts'
import type { Authenticate } from './sign-in.ts'
import type { SignInRates } from './sign-in-rates.ts'
import { downTopics, upTopics } from './topics.ts'

const name = z.pipe(
  z.string(),
  z.transform((text, ctx): SerialNumber => {
    const sn = serialNumber(text)
    if (sn !== null) return sn
    ctx.issues.push({ code: 'custom', message: 'no serial number', input: text })
    return z.NEVER
  }),
)
const questions = {
  user: z.object({ username: name, password: z.string(), client_id: z.string() }),
  vhost: z.object({ username: name, vhost: z.string() }),
  resource: z.object({
    username: name,
    resource: z.enum(['exchange', 'queue']),
    name: z.string(),
    permission: z.enum(['configure', 'write', 'read']),
  }),
  topic: z.object({
    username: name,
    name: z.literal(EXCHANGE),
    permission: z.enum(['write', 'read']),
    routing_key: z.string(),
  }),
}
/** The requests of RabbitMQ's HTTP auth backend. */
export type AuthQuestion = keyof typeof questions

/** True for the queues in which the plug-in keeps messages for a unit. */
const isOwnQueue = (queue: string, sn: SerialNumber) =>
  queue === `mqtt-subscription-${sn}qos1` || queue === `mqtt-subscription-${sn}qos0`

type Deps = {
  readonly authenticate: Authenticate
  /** True if a unit over its budget must not be let in yet. */
  readonly isResting: (sn: SerialNumber) => boolean
  readonly rates: SignInRates
  /** The virtual host that units use. */
  readonly vhost: string
}

/**
 * Resolves to true if RabbitMQ may let a unit in, or allow it an action: with its own name and secret it may publish
 * to its own topics and subscribe to what is sent to it. A unit that rests, or signs in too often, is not let in. Rejects if that cannot be looked up now.
 */
export async function isAllowed(asked: AuthQuestion, fields: unknown, deps: Deps) {
  const { authenticate, isResting, rates, vhost } = deps
  switch (asked) {
    case 'user': {
      const { data } = questions.user.safeParse(fields)
      if (!data || data.client_id !== data.username) return false
      if (isResting(data.username) || rates.isExceeded(data.username)) return false
      const [system = null] = await authenticate([{ sn: data.username, secret: data.password }])
      return system !== null && rates.count(data.username)
    }
    case 'vhost':
      return questions.vhost.safeParse(fields).data?.vhost === vhost
    case 'resource': {
      const { data } = questions.resource.safeParse(fields)
      if (!data) return false
      return data.resource === 'queue'
        ? isOwnQueue(data.name, data.username)
        : data.name === EXCHANGE && data.permission !== 'configure'
    }
    case 'topic': {
      const { data } = questions.topic.safeParse(fields)
      if (!data) return false
      const own = data.permission === 'read' ? downTopics : upTopics
      return own.some((topic) => routingKey(topic, data.username) === data.routing_key)
    }
  }
}
/** Returns what a request was that has been denied; null for a unit that only has to rest. */
export function denialOf(asked: AuthQuestion, fields: unknown, { isResting, rates }: Deps): Denial | null {
  const sn = z.object({ username: name }).safeParse(fields).data?.username ?? null
  const denial = (reason: Denial['reason']) => ({ reason, sn, network: null })
  switch (asked) {
    case 'user': {
      const { data } = questions.user.safeParse(fields)
      if (!data || data.client_id !== data.username) return denial('wrong_name')
      if (isResting(data.username)) return null
      return denial(rates.isExceeded(data.username) ? 'too_often' : 'wrong_secret')
    }
    case 'topic': {
      const { data } = questions.topic.safeParse(fields)
      if (!data) return denial('foreign_resource')
      return denial(data.permission === 'read' ? 'foreign_subscribe' : 'foreign_publish')
    }
    default:
      return denial('foreign_resource')
  }
}
export const isQuestion = (text: string): text is AuthQuestion => Object.hasOwn(questions, text)
