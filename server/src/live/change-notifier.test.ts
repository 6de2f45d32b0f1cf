import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { cuttable } from '../../test/database/cuttable.ts'
import { testDatabase } from '../../test/database/database.ts'
import { storeBatch } from '../app/roles/store-batch.ts'
import { openDatabase } from '../platform/db/database.ts'
import { systemStore } from '../systems/store.ts'
import { createChangeNotifier } from './change-notifier.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
const ids: number[] = []
beforeAll(async () => {
  test = await testDatabase()
  for (let i = 0; i < 3; i += 1) {
    const sn = serialNumber.parse(`${i}`)
    ids.push(await systemStore(test.db).put({ sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' }))
  }
})
afterAll(() => test.close())

const markOnline = (systems: readonly number[]) =>
  storeBatch(
    test.db,
    systems.map((system) => ({
      kind: 'presence',
      system,
      receivedAt: new Date('2026-06-18T10:00:00Z'),
      online: true,
    })),
  )

describe('the notifier', () => {
  it('DSH-07 notifies each watcher of its own systems only, once a batch', async () => {
    const notifier = createChangeNotifier(test.db)
    const [a, b, c] = ids
    if (a === undefined || b === undefined || c === undefined) throw new Error('no systems')
    const [mine, others, gone] = [vi.fn(), vi.fn(), vi.fn()]
    const stop = notifier.watch(new Set([a]), gone)
    notifier.watch(new Set([a, b]), mine)
    notifier.watch(new Set([c]), others)
    // The listener starts with a lapse, which notifies everybody.
    await expect.poll(() => others.mock.calls).toEqual([[[c]]])
    mine.mockClear()
    others.mockClear()
    gone.mockClear()
    stop()

    await markOnline([a, b])
    await markOnline([c])
    await expect.poll(() => others.mock.calls).toEqual([[[c]]])
    expect(mine.mock.calls).toEqual([[[a, b]]])
    expect(gone).not.toHaveBeenCalled()
    notifier.close()
  })

  it('DSH-07 after a cut it says that anything may have changed, and goes on', async () => {
    const line = cuttable()
    const db = openDatabase(await line.through(test.url))
    const notifier = createChangeNotifier(db)
    const notified = vi.fn()
    notifier.watch(new Set(ids), notified)
    await expect.poll(() => notified.mock.calls.length).toBe(1)
    await line.cut()
    await markOnline(ids)
    await line.mend()
    await expect.poll(() => notified.mock.calls).toEqual([[ids], [ids]])
    await markOnline(ids.slice(0, 1))
    await expect.poll(() => notified.mock.calls.at(-1)).toEqual([ids.slice(0, 1)])
    notifier.close()
    await db.close()
    await line.cut()
  })
})
