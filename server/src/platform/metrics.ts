import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { type Config, StartupError } from './config.ts'
import { boundConnections } from './connections.ts'

const CONNECTIONS = { all: 200, places: [{ of: (address: string) => address, each: 50 }] }

/** The metrics of the whole process. */
const registry = new Registry()

/** Creates a histogram of times in seconds. `name` without the product's prefix; create each once, in a module. */
export const histogram = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: readonly number[],
) =>
  new Histogram({
    name: `kellersonne_${name}`,
    help,
    labelNames: [...labelNames],
    buckets: [...buckets],
    registers: [registry],
  })

/** Creates a gauge. `collect` sets its value on each scrape. */
export const levels = <Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  collect?: (own: Gauge<Label>) => Promise<void> | void,
) =>
  new Gauge({
    name: `kellersonne_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    ...(collect && {
      collect(this: Gauge<Label>) {
        return collect(this)
      },
    }),
  })

/** Removes a metric whose part of the process has ended. */
export const forget = (name: string): void => registry.removeSingleMetric(`kellersonne_${name}`)

export const httpDuration = histogram(
  'http_request_duration_seconds',
  'Time to respond, by route and status, without streams.',
  ['method', 'route', 'status'],
  [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5],
)

/**
 * Creates a counter. `name` without the product's prefix; create each once, in a module. `series`: those that exist
 * from the start, at 0, because Prometheus sees a rise only from a sample that was there before.
 */
export function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[] = [],
  series: readonly Readonly<Record<Label, string>>[] = [],
) {
  const made = new Counter<Label>({
    name: `kellersonne_${name}`,
    help,
    labelNames: [...labelNames],
    registers: [registry],
  })
  for (const labels of series) made.inc(labels, 0)
  return made
}

async function listening(
  server: Server,
  { METRICS_PORT: port, METRICS_HOST: host }: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>,
) {
  server.listen(port, host)
  try {
    await once(server, 'listening')
  } catch (error) {
    const taken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE'
    if (taken) throw new StartupError(`Port ${port} for metrics is taken. Set METRICS_PORT to another one.`)
    throw error
  }
}

/** Resolves to whether this process is ready, and what is wrong. */
type ReadHealth = () => Promise<{ readonly ready: boolean }>

/**
 * Serves only `/metrics` for Prometheus and `/health` on a separate port (HND-04); resolves to that port. Throws
 * `StartupError` if the port is in use.
 */
export async function startMetrics(
  config: Pick<Config, 'METRICS_PORT' | 'METRICS_HOST'>,
  readHealth: ReadHealth,
) {
  const process = new Registry()
  collectDefaultMetrics({ register: process })
  // Merged on each scrape: a merged registry does not include metrics created later.
  const all = () => Registry.merge([registry, process])
  async function metrics() {
    return { status: 200, type: registry.contentType, text: await all().metrics() }
  }
  async function health() {
    const answer = await readHealth()
    return { status: answer.ready ? 200 : 503, type: 'application/json', text: JSON.stringify(answer) }
  }
  const pages = new Map([
    ['/metrics', metrics],
    ['/health', health],
  ])
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 30_000 }, (request, response) => {
    const page = request.method === 'GET' && pages.get(request.url ?? '')
    if (!page) {
      response.writeHead(404).end()
      return
    }
    page().then(
      ({ status, type, text }) => response.writeHead(status, { 'content-type': type }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  boundConnections(server, CONNECTIONS)
  await listening(server, config)
  const address = server.address()
  return {
    port: address !== null && typeof address === 'object' ? address.port : config.METRICS_PORT,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
