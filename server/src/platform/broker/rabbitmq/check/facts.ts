import * as z from 'zod/mini'
import { perHost } from '../../../hosts.ts'
import { type ManagementConfig, management } from '../management.ts'
import { queueNames } from '../queues.ts'

const flag = z._default(z.boolean(), false)
const node = z.object({
  name: z.string(),
  running: flag,
  mem_alarm: flag,
  disk_free_alarm: flag,
  partitions: z._default(z.array(z.string()), []),
  enabled_plugins: z.optional(z.array(z.string())),
})
const permission = z.object({
  vhost: z.string(),
  configure: z.string(),
  write: z.string(),
  read: z.string(),
})
const values = z.record(z.string(), z.unknown())
const queue = z.object({
  arguments: values,
  durable: z.boolean(),
  members: z._default(z.array(z.string()), []),
  online: z._default(z.array(z.string()), []),
  policy: z.optional(z.nullable(z.string())),
  operator_policy: z.optional(z.nullable(z.string())),
  effective_policy_definition: z.optional(z.nullable(z.union([values, z.array(z.unknown())]))),
})
const binding = z.object({ source: z.string(), routing_key: z.string() })

/** A queue as it is in RabbitMQ; its bindings by their routing keys. */
export type FoundQueue = z.output<typeof queue> & {
  readonly name: string
  readonly bindings: readonly string[]
}
/** The state of a cluster and of our objects in it, from RabbitMQ's management API. */
export type Facts = {
  readonly vhost: string
  readonly user: string
  readonly nodes: readonly z.output<typeof node>[]
  /** null if the user may not use the virtual host. */
  readonly permission: z.output<typeof permission> | null
  readonly hasEvents: boolean
  /** Only those that exist. */
  readonly queues: readonly FoundQueue[]
}

/** What plug-in rabbitmq_event_exchange publishes to. */
const EVENTS = 'amq.rabbitmq.event'

/** Asks for all facts. Throws `StartupError` if RabbitMQ does not answer, or refuses the user; rejects if it fails. */
export async function readFacts(config: ManagementConfig): Promise<Facts> {
  const admin = management(config)
  await admin.reach()
  const [first = ''] = perHost(config.BROKER_URL)
  const url = new URL(first)
  const vhost = decodeURIComponent(url.pathname.slice(1)) || '/'
  const place = encodeURIComponent(vhost)
  const user = decodeURIComponent(url.username)
  const permissions = await admin.find(
    z.array(permission),
    `/api/users/${encodeURIComponent(user)}/permissions`,
  )
  const found = await Promise.all(
    queueNames.map(async (name): Promise<FoundQueue[]> => {
      const one = await admin.find(queue, `/api/queues/${place}/${name}`)
      if (!one) return []
      const bindings = await admin.find(z.array(binding), `/api/queues/${place}/${name}/bindings`)
      const keys = (bindings ?? []).filter(({ source }) => source === 'amq.topic')
      return [{ ...one, name, bindings: keys.map(({ routing_key: key }) => key) }]
    }),
  )
  return {
    ...{ vhost, user },
    nodes: (await admin.find(z.array(node), '/api/nodes')) ?? [],
    permission: permissions?.find((one) => one.vhost === vhost) ?? null,
    hasEvents: (await admin.find(z.object({}), `/api/exchanges/${place}/${EVENTS}`)) !== null,
    queues: found.flat(),
  }
}
