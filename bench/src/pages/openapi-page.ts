// The weight of the API's page, beside plain Swagger UI with the same document.
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { report, spread } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median } from '../lib/statistics.ts'
import { type ColdLoad, loadCold } from './cold-load.ts'
import { serveSwaggerUi } from './swagger-ui.ts'

const RUNS = 5
const MOST_KB = 250
const documentShape = z.looseObject({
  openapi: z.string(),
  info: z.looseObject({ title: z.string(), version: z.string() }),
})

await onStage(async (stage) => {
  const { env } = await openSharedDatabase(stage)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}/api/docs`
  const document = documentShape.parse(await (await fetch(`${url}/openapi.json`)).json())
  const floorUrl = await serveSwaggerUi(document, stage)
  const ours: ColdLoad[] = []
  const plain: ColdLoad[] = []
  for (let i = 0; i < RUNS; i += 1) {
    plain.push(await loadCold(floorUrl, '.opblock'))
    ours.push(await loadCold(url, '#getGraph'))
  }
  const figure = (
    name: string,
    loads: readonly ColdLoad[],
    what: 'wire' | 'lcp' | 'blocking',
    unit: string,
  ) => {
    const values = loads.map((load) => load[what])
    return { name: `${name}: ${what}`, value: median(values), unit, note: spread(values) }
  }
  const ratio = (what: 'wire' | 'lcp') =>
    median(ours.map((load) => load[what])) / median(plain.map((load) => load[what]))
  report('openapi-page: 4x slower processor, 150 ms latency, 1.6 Mbit/s, phone', [
    { ...figure('page', ours, 'wire', 'kB'), target: { atMost: MOST_KB } },
    figure('plain Swagger UI', plain, 'wire', 'kB'),
    { name: 'page to plain Swagger UI: wire', value: ratio('wire'), unit: '' },
    figure('page', ours, 'lcp', 'ms'),
    figure('plain Swagger UI', plain, 'lcp', 'ms'),
    { name: 'page to plain Swagger UI: LCP', value: ratio('lcp'), unit: '' },
    figure('page', ours, 'blocking', 'ms'),
    figure('plain Swagger UI', plain, 'blocking', 'ms'),
  ])
})
