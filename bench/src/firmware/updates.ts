import { createHash } from 'node:crypto'
import { Agent, get } from 'node:http'
import { json as consume } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { deployment, poll } from '@kellersonne/contract/firmware/ddi'
import { startSystemUpdate } from '@kellersonne/server/firmware/runs/start-and-cancel'
import * as z from 'zod/mini'
import { openSharedDatabase } from '../lib/database.ts'
import { makeFleet, makeOwners, SECRET } from '../lib/fleet.ts'
import { riseOf } from '../lib/processes.ts'
import { report } from '../lib/report.ts'
import { freePorts, startServer, stop } from '../lib/server.ts'
import { onStage } from '../lib/stage.ts'
import { percentile } from '../lib/statistics.ts'
import { agree } from './agreeing.ts'
import { publishFor } from './release.ts'

const UNITS = 1000
const IMAGE_BYTES = 2_000_000
const MB = 1024 * 1024
/** Duration of a whole download on a slow line. */
const READ_MS = 10_000
const READS = 20

const headers = { authorization: `TargetToken ${SECRET}` }
function json(url: string, agent: Agent): Promise<unknown> {
  return new Promise((resolve, reject) => {
    get(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      consume(response).then(resolve, reject)
    }).on('error', reject)
  })
}

/** Reads an image in pieces, as a unit would; resolves to its SHA-256. */
function download(url: string, agent: Agent): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      const hash = createHash('sha256')
      let left = IMAGE_BYTES / READS
      response.on('data', (chunk: Buffer) => {
        hash.update(chunk)
        left -= chunk.length
        if (left > 0) return
        left += IMAGE_BYTES / READS
        response.pause()
        setTimeout(() => response.resume(), READ_MS / READS)
      })
      response.on('end', () => resolve(hash.digest('hex')))
      response.on('error', reject)
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
    })
    request.on('error', reject)
  })
}

await onStage(async (stage) => {
  const { db, env } = await openSharedDatabase(stage)
  const fleet = await makeFleet(db, 100_001, UNITS)
  await makeOwners(db, fleet, 10)
  const { sha256 } = await publishFor(db, stage.folder, fleet, IMAGE_BYTES)
  const owners = await db.rows(
    z.object({ sn: z.string(), owner: z.uuid() }),
    `select sn, owner from ownership join storage_system on id = system`,
  )
  const ownerOf = new Map(owners.map(({ sn, owner }) => [sn, owner]))
  for (const { sn } of fleet) {
    await agree(db, sn)
    await startSystemUpdate(db, sn, { owner: ownerOf.get(sn) ?? '' }, new Date())
  }

  const ports = await freePorts()
  const server = await startServer({ ...env, ...ports.env, ROLES: 'updates,jobs' })
  stage.onEnd(() => stop(server))
  const url = `http://127.0.0.1:${ports.updates}`
  const took: number[] = []
  let wrong = 0
  const errors: unknown[] = []
  async function update(sn: string) {
    // A unit has one connection.
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const { _links } = poll.parse(await json(`${url}/default/controller/v1/${sn}`, agent))
    const { deployment: offered } = deployment.parse(await json(_links.deploymentBase?.href ?? '', agent))
    const link = offered.chunks[0]?.artifacts[0]?._links['download-http']?.href ?? ''
    const began = performance.now()
    if ((await download(link, agent)) !== sha256) wrong += 1
    took.push(performance.now() - began)
    agent.destroy()
  }
  // Memory counts from after the first download.
  await update(fleet[0]?.sn ?? '')
  took.length = 0
  await sleep(2000)
  const began = performance.now()
  const rise = await riseOf(server.pid ?? 0, () =>
    Promise.all(fleet.slice(1).map(({ sn }) => update(sn).catch((error: unknown) => errors.push(error)))),
  )
  const seconds = (performance.now() - began) / 1000
  for (const error of errors.slice(0, 3)) console.error(error)
  report(`updates: ${UNITS} units download ${IMAGE_BYTES / 1e6} MB at once`, [
    { name: 'errors', value: errors.length + wrong, unit: '', target: { atMost: 0 } },
    { name: 'memory above idle', value: rise / MB, unit: 'MB', target: { atMost: 100 } },
    { name: 'all of them took', value: seconds, unit: 's' },
    { name: 'one download, p50', value: percentile(took, 0.5), unit: 'ms' },
    { name: 'one download, p99', value: percentile(took, 0.99), unit: 'ms' },
  ])
})
