import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SILENCE_MS } from '@kellersonne/core/firmware/chip-update'
import type { Db } from '@kellersonne/server/platform/db/database'
import { type OpenDatabase, openSharedDatabase } from '../lib/database.ts'
import { type Member, makeFleet, makeOwners } from '../lib/fleet.ts'
import { freePorts, run, startServer, stop } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'
import { openLine } from './line.ts'
import { publishFor, publishImage } from './release.ts'
import { keepLedger, type RecordedRun, recordedRuns } from './update-ledger.ts'
import { type Owner, openOwners } from './update-service.ts'
import { type Unit, updateUnit } from './updating-unit.ts'

export const faults = ['cut and resumed', 'cut for good', 'server killed', 'unit killed'] as const
export type Fault = (typeof faults)[number]
/** A fault at the moment a unit has this percentage of its image. */
export type Interruption = { readonly fault: Fault; readonly percent: number }
/** The outcome of an interrupted update. */
export type Outcome = Interruption &
  RecordedRun & {
    /** True if has_update agrees with the database. */
    readonly agrees: boolean
    /** True if the installed file is the released one; null if none was installed. */
    readonly whole: boolean | null
    /** True if the next release could be started and was installed. */
    readonly again: boolean
  }

const POLL_MS = 20
const PATIENCE_MS = 30_000
const AT_ONCE = 4
const FIRST_SN = 300_001

async function until(holds: () => Promise<boolean> | boolean, what: string) {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await holds())) {
    if (performance.now() > deadline) throw new Error(`${what} did not come about`)
    await sleep(POLL_MS)
  }
}

/** Makes the update look as if its unit had been silent for a quarter of an hour. */
const letTimePass = (db: Db, { id }: Member) =>
  db.run(
    `update update_action set begun_at = begun_at - $2::interval, started_at = started_at - $2::interval,
       deadline = deadline - $2::interval, heard_at = heard_at - $2::interval
     where system = $1 and ended_at is null`,
    [id, `${SILENCE_MS} milliseconds`],
  )

type Played = Interruption & { readonly member: Member; readonly owner: Owner; readonly folder: string }
type Scene = {
  readonly db: Db
  readonly port: number
  readonly size: number
  /** Kills the server and starts it again. */
  readonly restart: () => Promise<void>
}

/** Runs a unit until it pauses at `bytes`; rejects if it ends before. */
async function untilHeld(unit: Unit, bytes: number, signal: AbortSignal) {
  const [held, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const hold = {
    bytes,
    wait() {
      held.resolve()
      return goOn.promise
    },
  }
  const ended = updateUnit(unit, { hold, signal })
  const early = ended.then(() => Promise.reject(new Error('a unit was never interrupted')))
  await Promise.race([held.promise, early])
  return { ended, goOn: goOn.resolve }
}

async function killAt({ url, sn, folder }: Unit, bytes: number) {
  const unit = run(['bench/src/firmware/updating-process.ts', url, sn, folder, String(bytes)])
  await Promise.race([once(unit, 'message'), once(unit, 'exit')])
  if (unit.exitCode !== null) throw new Error(`a unit ended with ${unit.exitCode}`)
  await stop(unit, 'SIGKILL')
}

/** Interrupts one update; resolves when its unit has nothing left to install. */
async function interrupt(played: Played, { db, port, size, restart }: Scene) {
  const { fault, percent, member, owner, folder } = played
  const line = await openLine(port)
  const unit = { url: line.url, sn: member.sn, folder }
  const bytes = Math.round((size * percent) / 100)
  const ending = new AbortController()
  try {
    if (fault === 'unit killed') {
      await killAt(unit, bytes)
      return await updateUnit(unit, ending)
    }
    const { ended, goOn } = await untilHeld(unit, bytes, ending.signal)
    if (fault === 'server killed') await restart()
    else line.cut()
    goOn()
    if (fault === 'cut for good') {
      await letTimePass(db, member)
      await until(async () => (await owner.ask()).page === -1, 'the interruption')
    }
    line.mend()
    await ended
  } finally {
    ending.abort()
    line.close()
  }
}

async function hasImage({ folder }: Played, version: string, sha256: string): Promise<boolean | null> {
  const file = join(folder, `${version}.image`)
  if (!existsSync(file)) return null
  return (
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex') === sha256
  )
}

/** Resolves to true if the owner is shown the state in the database. */
async function agrees({ owner }: Played, { state }: RecordedRun) {
  const { page, update_started: isStarted } = await owner.ask()
  return !isStarted && page === (state === 'interrupted' ? -1 : 0)
}

/** Installs the next release without interruption. */
async function again(played: Played, port: number, sha256: string): Promise<boolean> {
  await until(async () => (await played.owner.ask()).new_update, 'the next release')
  if ((await played.owner.start()) !== 200) return false
  const line = await openLine(port)
  try {
    await updateUnit({ url: line.url, sn: played.member.sn, folder: played.folder })
  } finally {
    line.close()
  }
  const { page, new_update: isNew } = await played.owner.ask()
  return page === 0 && !isNew && (await hasImage(played, '3.0.0', sha256)) === true
}

async function prepare(
  stage: Stage,
  { db, env }: OpenDatabase,
  wanted: readonly Interruption[],
  size: number,
) {
  const fleet = await makeFleet(db, FIRST_SN, wanted.length)
  await makeOwners(db, fleet, fleet.length)
  await keepLedger(db)
  const { sha256 } = await publishFor(db, stage.folder, fleet, size)
  const ports = await freePorts()
  const start = () => startServer({ ...env, ...ports.env, ROLES: 'updates,jobs' })
  let server = await start()
  stage.onEnd(() => stop(server))
  const owners = await openOwners({ db, ports, env }, fleet)
  const all = await Promise.all(
    wanted.map(async (one, i): Promise<Played> => {
      const [member, owner, folder] = [fleet[i], owners[i], join(stage.folder, `unit-${i}`)]
      if (!member || !owner) throw new Error('a unit was left out')
      await mkdir(folder)
      return { ...one, member, owner, folder }
    }),
  )
  async function restart() {
    await stop(server, 'SIGKILL')
    server = await start()
  }
  return { all, sha256, scene: { db, port: ports.updates, size, restart } }
}

/** Processes items in order, at most `atOnce` concurrently. */
async function each<T, R>(items: readonly T[], atOnce: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = []
  for (let i = 0; i < items.length; i += atOnce)
    results.push(...(await Promise.all(items.slice(i, i + atOnce).map(work))))
  return results
}

/** Runs each interruption on an update of `size` bytes; the server and the units are separate processes. */
export async function playInterruptions(
  stage: Stage,
  wanted: readonly Interruption[],
  size: number,
): Promise<Outcome[]> {
  const database = await openSharedDatabase(stage)
  const { all, sha256, scene } = await prepare(stage, database, wanted, size)
  // The failures pause the release, but updates in progress continue.
  for (const { owner } of all)
    if ((await owner.start()) !== 200) throw new Error('an update could not be started')
  const [alone, together] = [true, false].map((isAlone) =>
    all.filter(({ fault }) => (fault === 'server killed') === isAlone),
  )
  await each(alone ?? [], 1, (one) => interrupt(one, scene))
  await each(together ?? [], AT_ONCE, (one) => interrupt(one, scene))
  await until(async () => (await recordedRuns(database.db)).every(({ isFinal }) => isFinal), 'the last end')

  const came = new Map((await recordedRuns(database.db)).map((one) => [one.system, one]))
  const outcomes = await each(all, AT_ONCE, async (played) => {
    const current = came.get(played.member.id)
    if (!current) throw new Error('an update was lost')
    return {
      played,
      current,
      agrees: await agrees(played, current),
      whole: await hasImage(played, '2.0.0', sha256),
    }
  })
  const next = await publishImage(database.db, stage.folder, '3.0.0', size)
  return each(outcomes, AT_ONCE, async ({ played, current, ...rest }) => ({
    ...{ fault: played.fault, percent: played.percent },
    ...current,
    ...rest,
    again: await again(played, scene.port, next.sha256),
  }))
}
