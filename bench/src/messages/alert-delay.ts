// How long after its waiting time a fault is in the outbox, with the product's own process of jobs and a fleet beside.
import { setTimeout as sleep } from 'node:timers/promises'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { storeBatch } from '@kellersonne/server/app/roles/store-batch'
import { openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { addOwners } from './many-owners.ts'

const FLEET = 20_000
const FAULTS = 300
const FIRST = 200_000
/** Faults are raised one after the other in this time, and wait for a minute each. */
const RAISING_MS = 45_000
const WAIT_MS = 60_000
const LOOK_MS = 50
const GIVE_UP_MS = 120_000
const NO_MESSAGES = { info: [], errors: [], message1: [], message2: [] }

const system = z.object({ id: z.int(), owner: z.uuid() })
const noticed = z.object({ owner: z.uuid() })

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  await addOwners(patient, FIRST, FLEET, new Date())
  await patient.run('vacuum analyze')
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, ROLES: 'jobs' })
  stage.onEnd(() => stop(server))
  const due = `select from alert_owner where due_at <= now() limit 1`
  while ((await db.run(due)) > 0) await sleep(LOOK_MS)

  const systems = await db.rows(
    system,
    `select system as id, owner from ownership order by random() limit ${FAULTS}`,
  )
  const raised = new Map<string, number>()
  const seen = new Map<string, number>()
  async function raise() {
    const began = performance.now()
    for (const [i, { id, owner }] of systems.entries()) {
      await sleep(Math.max(0, began + (i * RAISING_MS) / FAULTS - performance.now()))
      const at = new Date()
      const state = statePayload.parse({
        ...{ status: 'on', ...NO_MESSAGES, at: at.toISOString() },
        message2: ['relay'],
      })
      await storeBatch(db, [{ kind: 'state', system: id, receivedAt: at, state }])
      raised.set(owner, at.getTime())
    }
  }
  async function look() {
    const until = Date.now() + RAISING_MS + WAIT_MS + GIVE_UP_MS
    while (seen.size < FAULTS && Date.now() < until) {
      for (const { owner } of await db.rows(noticed, 'select owner from alert_notice'))
        if (!seen.has(owner)) seen.set(owner, Date.now())
      await sleep(LOOK_MS)
    }
  }
  await Promise.all([raise(), look()])
  const late = [...seen].map(([owner, at]) => (at - (raised.get(owner) ?? Number.NaN) - WAIT_MS) / 1000)
  report(`alert delay: ${FAULTS} faults in ${RAISING_MS / 1000} s, beside ${FLEET} owners`, [
    { name: 'beyond the waiting time, p50', value: percentile(late, 0.5), unit: 's' },
    { name: 'beyond the waiting time, p95', value: percentile(late, 0.95), unit: 's', target: { atMost: 5 } },
    { name: 'beyond the waiting time, the longest', value: Math.max(...late), unit: 's' },
    { name: 'of these in the outbox', value: seen.size, unit: '', target: { atLeast: FAULTS } },
  ])
})
