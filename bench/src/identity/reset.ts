import { requestReset } from '@kellersonne/contract/identity/accounts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeOwners } from '../lib/fleet.ts'
import { seeded } from '../lib/random.ts'
import { report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { median, percentile } from '../lib/statistics.ts'
import { openMailSink } from './mail-sink.ts'

const SAMPLES = 200
/** Fewer than a site may send in an hour. */
const PER_SITE = 100
const WARM_UP = 50
const SEED = 20_261_121

/** Shuffles known and unknown addresses with a seed, so that work left over from one affects both equally. */
function shuffled(known: readonly string[]) {
  const random = seeded(SEED)
  const unknown = known.map((_, i) => `nobody-${i}@kellersonne.example`)
  return [
    ...known.map((email) => ({ email, known: true })),
    ...unknown.map((email) => ({ email, known: false })),
  ]
    .map((one) => ({ ...one, place: random() }))
    .toSorted((a, b) => a.place - b.place)
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const emails = await makeOwners(db, [], SAMPLES + WARM_UP)
  const ports = await freePorts()
  const mail = { SMTP_URL: await openMailSink(stage) }
  const server = await startServer({ ...env, ...ports.env, ...mail, TRUST_PROXY: '1' })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}${requestReset.path}`

  /** Each request comes from its own IP address, and few from one /24, so that none is rate limited. */
  async function ask(email: string, from: number) {
    const began = performance.now()
    const answer = await fetch(url, {
      method: requestReset.method,
      body: new URLSearchParams({ email }),
      headers: { 'x-forwarded-for': `10.0.${Math.floor(from / PER_SITE)}.${from % PER_SITE}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`${requestReset.path} answered with ${answer.status}`)
    return performance.now() - began
  }

  const took = { known: [] as number[], unknown: [] as number[] }
  const inOrder = [...shuffled(emails.slice(SAMPLES)), ...shuffled(emails.slice(0, SAMPLES))]
  for (const [i, { email, known }] of inOrder.entries()) {
    const ms = await ask(email, i)
    if (i >= 2 * WARM_UP) took[known ? 'known' : 'unknown'].push(ms)
  }
  const medians = [median(took.known), median(took.unknown)]
  const figures = (['known', 'unknown'] as const).map((which) => ({
    name: `${which} address, median`,
    value: median(took[which]),
    unit: 'ms',
    note: `p95 ${percentile(took[which], 0.95).toFixed(1)} ms; ${took[which].length} samples`,
  }))
  report(`reset: POST ${requestReset.path}, known and unknown addresses in turn (seed ${SEED})`, [
    ...figures,
    {
      name: 'slower to faster',
      value: Math.max(...medians) / Math.min(...medians),
      unit: '',
      target: { atMost: 1.05 },
    },
  ])
})
