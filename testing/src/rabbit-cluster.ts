import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { reservePort } from './ports.ts'
import { type RabbitNode, rabbitNode } from './rabbit-node.ts'
import { bareEnvironment } from './run.ts'

const settings = new URL('../../deploy/rabbitmq/rabbitmq-cluster.conf', import.meta.url)
const withoutScheme = (url: string) => url.replace(/^\w+:\/\/(?:[^@]*@)?/, '')

/** Nodes of RabbitMQ, each a cluster of its own until it joins the first. They do without each other's cores. */
export async function rabbitCluster(size: number) {
  const names = await reservePort()
  const cluster = {
    ...{ cookie: randomBytes(12).toString('hex').toUpperCase(), names, auth: await reservePort() },
    settings: await readFile(settings, 'utf8'),
  }
  const env = { ...bareEnvironment(), ERL_EPMD_PORT: String(names), ERL_EPMD_ADDRESS: '127.0.0.1' }
  const register = spawn('epmd', [], { env, stdio: 'ignore' })
  const nodes: RabbitNode[] = await Promise.all(Array.from({ length: size }, () => rabbitNode(cluster)))
  const [first] = nodes
  if (!first) throw new Error('a cluster has at least one node')
  return {
    nodes,
    ...{ first, auth: cluster.auth },
    /** Names every node. */
    urls: `${first.url.replace(/@.*/, '@')}${nodes.map(({ url }) => withoutScheme(url)).join()}`,
    managementUrls: `http://${nodes.map(({ managementUrl }) => withoutScheme(managementUrl)).join()}`,
    /** Joins the node to the first one's cluster. */
    async join(node: RabbitNode) {
      await node.run('rabbitmqctl', 'stop_app')
      await node.run('rabbitmqctl', 'reset')
      await node.run('rabbitmqctl', 'join_cluster', first.name)
      await node.run('rabbitmqctl', 'start_app')
    },
    async close() {
      for (const node of nodes) node.signal('SIGCONT')
      await Promise.all(nodes.map((node) => node.close()))
      register.kill('SIGKILL')
    },
  }
}
