import { startMetrics } from '../src/platform/metrics.ts'

const HOST = '127.0.0.1'
const SAMPLE = /^kellersonne_(\S+) (\S+)$/gm

/** Reads `/metrics`; resolves to a lookup by name and labels, without the product's prefix; 0 if there is no sample. */
export async function readMetrics() {
  const { port, close } = await startMetrics({ METRICS_PORT: 0, METRICS_HOST: HOST }, () =>
    Promise.reject(new Error('not asked')),
  )
  const text = await (await fetch(`http://${HOST}:${port}/metrics`)).text()
  await close()
  const samples = new Map([...text.matchAll(SAMPLE)].map(([, sample, value]) => [sample, Number(value)]))
  return (sample: string) => samples.get(sample) ?? 0
}

/** Counts from this call on: the returned function reads by how much each sample has risen since. */
export async function metricsFromNow() {
  const first = await readMetrics()
  return async () => {
    const now = await readMetrics()
    return (sample: string) => now(sample) - first(sample)
  }
}
