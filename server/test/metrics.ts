import { startMetrics } from '../src/platform/metrics.ts'

const HOST = '127.0.0.1'
const SAMPLE = /^kellersonne_(\S+) (\S+)$/gm

/** Reads `/metrics`; returns a sample by its name and labels, without the product's prefix; 0 if it is missing. */
export async function readMetrics() {
  const { port, close } = await startMetrics({ METRICS_PORT: 0, METRICS_HOST: HOST })
  const text = await (await fetch(`http://${HOST}:${port}/metrics`)).text()
  await close()
  const samples = new Map([...text.matchAll(SAMPLE)].map(([, sample, value]) => [sample, Number(value)]))
  return (sample: string) => samples.get(sample) ?? 0
}

/** Returns a function that returns by how much a sample has risen since this call. */
export async function metricsFromNow() {
  const first = await readMetrics()
  return async () => {
    const now = await readMetrics()
    return (sample: string) => now(sample) - first(sample)
  }
}
