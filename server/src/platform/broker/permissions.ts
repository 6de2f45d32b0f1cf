import { type SerialNumber, serialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import { EXCHANGE, routingKey } from './queues.ts'
import type { Authenticate } from './sign-in.ts'
import { upTopics } from './topics.ts'

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
/** What RabbitMQ's HTTP auth backend asks. */
export type Question = keyof typeof questions

/** Where the plug-in keeps what is said to a unit. */
const isOwnQueue = (queue: string, sn: SerialNumber) =>
  queue === `mqtt-subscription-${sn}qos1` || queue === `mqtt-subscription-${sn}qos0`

type Deps = {
  readonly authenticate: Authenticate
  /** RabbitMQ's virtual host that units are in. */
  readonly vhost: string
}

/**
 * Whether RabbitMQ lets a unit in, and what it may then do: under its own name and its own secret say what is its own
 * and hear its own commands. Rejects where that cannot be found out now.
 */
export async function isAllowed(asked: Question, fields: unknown, { authenticate, vhost }: Deps) {
  switch (asked) {
    case 'user': {
      const { data } = questions.user.safeParse(fields)
      if (!data || data.client_id !== data.username) return false
      return (await authenticate(data.username, data.password)) !== null
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
      const own = data.permission === 'read' ? (['command'] as const) : upTopics
      return own.some((topic) => routingKey(topic, data.username) === data.routing_key)
    }
  }
}
export const isQuestion = (text: string): text is Question => Object.hasOwn(questions, text)
