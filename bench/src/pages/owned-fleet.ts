import { statePayload } from '@kellersonne/contract/telemetry/device'
import { storeBatch } from '@kellersonne/server/app/roles/store-batch'
import { buildPortal } from '../lib/build.ts'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners } from '../lib/fleet.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'
import { connectUnits, endUnits } from '../lib/unit.ts'

const state = () =>
  statePayload.parse({
    at: new Date().toISOString(),
    status: 'on',
    battery_status: 'charging',
    calibration_days: 12,
    capacity_wh: 5760,
    versions: { bms: '2.4.0', inverter: '1.9.2', gateway: '3.1.0' },
  })

/** Serves the built portal to one owner of `systems` systems, whose units have sent a state and are connected. */
export async function serveOwnedFleet(stage: Stage, systems: number) {
  await buildPortal()
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 1001, systems)
  const [email = ''] = await makeOwners(db, fleet, 1)
  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env })
  stage.onEnd(() => stop(server))
  await storeBatch(
    db,
    fleet.map(({ id }) => ({ kind: 'state', system: id, receivedAt: new Date(), state: state() })),
  )
  const units = await connectUnits(
    ports.mqtt,
    fleet.map(({ sn }) => sn),
  )
  stage.onEnd(() => endUnits(units))
  return { url: `http://127.0.0.1:${ports.http}`, email, units }
}
