// The effect of one malicious caller on everybody else. These cases share a server, an owner and units.
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { signInAs } from '../lib/owner.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { hostileCharts } from './charts.ts'
import { mqttMessages } from './mqtt-messages.ts'
import { mqttThrottle } from './mqtt-throttle.ts'
import { hostilePasswords } from './passwords.ts'
import type { Stand } from './stand.ts'
import { hostileUploads } from './uploads.ts'

/** Each prints its own block. */
const cases: readonly ((stand: Stand) => Promise<void>)[] = [mqttMessages, mqttThrottle]

const UNITS = 20
const HOSTILE = 10

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, UNITS)
  const [email = ''] = await makeOwners(db, fleet, 1)
  const hostile = await makeFleet(db, 9001, HOSTILE)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, CALLS_PER_SECOND: '50' })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.http}`
  const { access } = await signInAs(email, url)
  for (const play of cases) await play({ stage, ports, url, access, fleet, hostile })
})
// These have servers of their own.
for (const play of [hostileCharts, hostileUploads, hostilePasswords]) await onStage(play)
