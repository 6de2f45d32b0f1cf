import { eventually } from '@kellersonne/testing/eventually'
import { expect, it, vi } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { announceSystems, SYSTEM_CHANGED } from './system-changed.ts'

it('DSH-07 a change of thousands of systems is announced in full, each system once', async () => {
  const { db, close } = await testDatabase()
  const received: string[] = []
  const ready = vi.fn<() => void>()
  const stop = db.listen(SYSTEM_CHANGED, (payload) => received.push(payload), ready)
  await eventually(() => expect(ready).toHaveBeenCalled())
  const systems = Array.from({ length: 2000 }, (_, i) => 2_147_483_647 - i)
  await announceSystems(db, [])
  await announceSystems(db, [...systems, ...systems])
  await eventually(() => expect(received.join().split(',').map(Number)).toEqual(systems))
  stop()
  await close()
})
