import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { type ManagementConfig, management } from '../management.ts'
import { EXCHANGE } from '../queues.ts'
import type { Mend } from './fault.ts'

const run = promisify(execFile)
const GROW_MS = 60_000
const ALL = { configure: '.*', write: '.*', read: '.*' }

/** Mends one fault; rejects, saying why, if that is not possible from here. */
export async function mendBroker(config: ManagementConfig, vhost: string, mend: Mend): Promise<void> {
  const { send } = management(config)
  const place = encodeURIComponent(vhost)
  const bind = async (queue: string, keys: readonly string[]) => {
    for (const key of keys)
      await send('POST', `/api/bindings/${place}/e/${EXCHANGE}/q/${queue}`, { routing_key: key })
  }
  switch (mend.kind) {
    case 'permit':
      return send('PUT', `/api/permissions/${place}/${encodeURIComponent(mend.user)}`, ALL)
    case 'declare': {
      const { name, bindings, arguments: given } = mend.queue
      await send('PUT', `/api/queues/${place}/${name}`, { durable: true, arguments: given })
      return bind(name, bindings)
    }
    case 'bind':
      return bind(mend.queue, mend.keys)
    case 'grow':
      for (const node of mend.nodes)
        await send('POST', `/api/queues/quorum/${place}/${mend.queue}/replicas/add`, { node }).catch(() =>
          growHere(vhost, mend.queue, node),
        )
  }
}

/** RabbitMQ before 3.13 adds members by its own program alone, as root on one of its machines. */
async function growHere(vhost: string, queue: string, node: string) {
  const args = ['add_member', '--vhost', vhost, queue, node]
  await run('rabbitmq-queues', args, { timeout: GROW_MS }).catch(() => {
    throw new Error(`run rabbitmq-queues ${args.join(' ')} as root on a machine of RabbitMQ`)
  })
}
