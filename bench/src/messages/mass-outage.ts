// What an outage of a whole fleet makes of owners' alerts, and what an owner whose system still reports notices of judging them.
import { setTimeout as sleep } from 'node:timers/promises'
import { getCurrentData } from '@kellersonne/contract/live/live'
import { judgeDue, readShare } from '@kellersonne/server/messages/alerts/judging'
import { readRegions } from '@kellersonne/server/messages/alerts/regions'
import { openDatabase } from '@kellersonne/server/platform/db/database'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { addOwners } from './many-owners.ts'

const FLEET = 100_000
const FIRST = 200_000
const MINUTE = 60_000
const PROBE_MS = 25
const PROBES = 400
/** Minutes after the last word: nobody is silent, silence is seen, and it is reported although it is that of many. */
const LOOKS = [0, 16, 62, 63]

const most = z.object({ owners: z.int(), alerts: z.int(), notices: z.int() })

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const patient = openDatabase(env['DATABASE_URL'] ?? '', { size: 1, patient: true })
  stage.onEnd(() => patient.close())
  const began = new Date()
  await addOwners(patient, FIRST, FLEET, began)
  const [email = ''] = await makeOwners(db, await makeFleet(db, 1_000_000, 2), 1)
  await patient.run('vacuum analyze')
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, ROLES: 'api' })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const { access } = await signInAs(email, url)

  /** Asks for an owner's current data until `isOver`; resolves to how long each answer took, in ms. */
  async function probe(isOver: (probes: number) => boolean) {
    const took: number[] = []
    while (!isOver(took.length)) {
      const asked = performance.now()
      const answer = await fetch(url + getCurrentData.path, {
        headers: { authorization: `Bearer ${access}` },
      })
      if (!answer.ok) throw new Error(`current data: ${answer.status}`)
      await answer.arrayBuffer()
      took.push(performance.now() - asked)
      await sleep(PROBE_MS)
    }
    return took
  }

  /** Judges all owners who are due so many minutes later, as the job does; resolves to how long that took, in s. */
  async function judge(minutes: number) {
    const now = new Date(began.getTime() + minutes * MINUTE)
    const scene = {
      ...{ now, listeningSince: new Date(0), share: await readShare(patient, now) },
      regions: await readRegions(patient, now),
    }
    const start = performance.now()
    while (await patient.transaction((sql) => judgeDue(sql, scene)));
    return (performance.now() - start) / 1000
  }

  await probe((probes) => probes === PROBES)
  const idle = await probe((probes) => probes === PROBES)
  let isOver = false
  const probed = probe(() => isOver)
  const took: number[] = []
  for (const minutes of LOOKS) took.push(await judge(minutes))
  isOver = true
  const beside = await probed
  const made = await db.row(
    most,
    `select count(*)::integer as owners, max(alerts)::integer as alerts, max(notices)::integer as notices from (
       select owner, count(distinct alert.id) filter (where raised_at is not null) as alerts, count(alert_notice.id) as notices
       from alert left join alert_notice using (owner) group by owner) as of_owner`,
  )
  const [silent = Number.NaN, reported = Number.NaN] = took.slice(1)
  const p99 = (times: readonly number[]) => percentile(times, 0.99)
  report(`mass outage: ${FLEET} owners of a system each, all of them silent`, [
    { name: 'owners with an alert', value: made?.owners ?? 0, unit: '', target: { atLeast: FLEET } },
    { name: 'alerts of one owner, the most', value: made?.alerts ?? 0, unit: '', target: { atMost: 1 } },
    { name: 'mails of one owner, the most', value: made?.notices ?? 0, unit: '', target: { atMost: 1 } },
    { name: 'seeing that all are silent', value: silent, unit: 's' },
    { name: 'reporting it', value: reported, unit: 's' },
    { name: 'an owner’s current data beside it, p99', value: p99(beside), unit: 'ms' },
    { name: 'the same with nothing beside, p99', value: p99(idle), unit: 'ms' },
    { name: 'ratio', value: p99(beside) / p99(idle), unit: '', target: { atMost: 1.3 } },
  ])
})
