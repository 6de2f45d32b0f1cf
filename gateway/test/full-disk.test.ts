import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseSync } from 'node:sqlite'
import { eventually } from '@kellersonne/testing/eventually'
import { expect, it, onTestFinished } from 'vitest'
import { openDatabase, unusable } from '../src/store/database.ts'
import { openOutbox } from '../src/store/outbox.ts'
import { openPending } from '../src/uplink/pending.ts'
import { startModbusDevices } from './devices/modbus-devices.ts'
import { modbusStates } from './fixtures.ts'
import { folder } from './folder.ts'
import { gateway, portal } from './running.ts'

const START = Date.UTC(2026, 10, 1)
const FULL = 'database or disk is full'
const entry = (at: number) => ({ at, text: JSON.stringify({ at: new Date(at).toISOString() }) })
const nothing = () => undefined

/** Lets each deletion of a reading fail as on a full disk, until `freeDisk`. */
function fillDisk(db: DatabaseSync) {
  db.exec(
    `create trigger full before delete on reading begin select raise(abort, 'database or disk is full'); end`,
  )
}
const freeDisk = (db: DatabaseSync) => db.exec('drop trigger full')

it('GWY-06 deletes later what is acknowledged while the disk is full, and does not send it again', async () => {
  const db = openDatabase(join(await folder(), 'state.sqlite'))
  onTestFinished(() => db.close())
  const outbox = openOutbox(db, 200)
  const stored = () => Number(db.prepare('select count(*) as n from reading').get()?.['n'])
  outbox.add(entry(START), nothing)
  outbox.add(entry(START + 1), nothing)
  const batch = outbox.takeOldest()
  fillDisk(db)
  expect(() => batch && outbox.acknowledge(batch)).toThrow(FULL)
  expect([stored(), outbox.held(), outbox.inFlight()]).toEqual([2, 0, 0])
  outbox.putBack()
  expect([outbox.takeNewest(), outbox.takeOldest()]).toEqual([null, null])
  freeDisk(db)
  outbox.add(entry(START + 2), nothing)
  expect([stored(), outbox.held()]).toEqual([1, 1])
})

it('GWY-06 goes on when a reading is acknowledged while the disk is full, says so, and how many it loses at its end', async () => {
  const [state] = modbusStates.filter(({ profile }) => profile === 'sma-pv')
  const devices = await startModbusDevices(state ? [state] : [])
  onTestFinished(devices.stop)
  const broker = await portal()
  const stateFile = join(await folder(), 'state.sqlite')
  const prepared = openDatabase(stateFile)
  fillDisk(prepared)
  prepared.close()
  const sun = { name: 'sun', profile: 'sma-pv', port: devices.ports[0] ?? 0 }
  const first = await gateway({ broker: broker.url, devices: [sun], stateFile })
  await eventually(() => expect(first.status().disk.fault).toBe(FULL))
  await eventually(() => expect(first.status().held).toBeGreaterThan(1))
  expect(first.status().up).toBe(true)
  expect(first.lines).toContain(`state file: ${FULL}`)
  await first.close()
  expect(first.lines.at(-1)).toMatch(
    /^readings lost: \d+, as they could not be written to disk \(database or disk is full\)$/,
  )
  const freed = openDatabase(stateFile)
  freeDisk(freed)
  freed.close()
  const second = await gateway({ broker: broker.url, devices: [sun], stateFile })
  await eventually(() => expect(second.status()).toMatchObject({ up: true, held: 0, disk: { fault: null } }))
})

it('GWY-06 stores what waits in memory before it ends, and says how much it cannot', () => {
  const full = new Set(['disk'])
  const pending = openPending(() => {
    if (full.has('disk')) throw new Error(FULL)
  })
  pending.add(entry(1))
  expect([pending.flush(), pending.waiting()]).toEqual([false, 1])
  full.clear()
  expect([pending.flush(), pending.waiting()]).toEqual([true, 0])
})

it('GWY-06 opens its file of state without shared memory, for which a full disk has no room', async () => {
  const path = join(await folder(), 'state.sqlite')
  openDatabase(path).close()
  const db = openDatabase(path)
  onTestFinished(() => db.close())
  db.prepare('select count(*) from reading').get()
  expect(existsSync(`${path}-shm`)).toBe(false)
})

it.each<[string, number, string]>([
  [FULL, 1e9, 'Free some space'],
  ['disk I/O error', 0, 'Free some space'],
  ['unable to open database file', 0, 'Free some space'],
  ['disk I/O error', 1e9, 'move it away'],
  ['file is not a database', 0, 'move it away'],
])(
  'GWY-06 says what to do where its file of state cannot be used: %s, %d bytes free',
  (cause, free, advice) => {
    expect(unusable('/state.sqlite', cause, free)).toContain(advice)
  },
)
