import { once } from 'node:events'
import { eventually } from '@kellersonne/testing/eventually'
import { pino } from 'pino'
import { expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { openOutbox } from './outbox.ts'

it('AUT-06 F14 what is slow makes room, and the oldest of it gives way once there is too much', async () => {
  const { db, close } = await testDatabase('template0')
  const waiting = ['a', 'b', 'c', 'd', 'quick']
  const [begun, ended]: [string[], string[]] = [[], []]
  const outbox = openOutbox({
    ...{ db, log: pino({ level: 'silent' }), channel: 'added', lanes: ['one'], parallel: 1 },
    slow: { afterMs: 1, most: 2 },
    take: async (_, most) => waiting.splice(0, most),
    async deliver(item, _settle, abandoned) {
      begun.push(item)
      if (item !== 'quick') await once(abandoned, 'abort')
      ended.push(item)
    },
  })
  onTestFinished(async () => {
    await outbox.close()
    await close()
  })
  await eventually(() =>
    expect([begun, ended.toSorted()]).toEqual([
      ['a', 'b', 'c', 'd', 'quick'],
      ['a', 'b', 'quick'],
    ]),
  )
})

it('AUT-06 what is in progress keeps its room where nothing counts as slow', async () => {
  const { db, close } = await testDatabase('template0')
  const waiting = ['a', 'b']
  const begun: string[] = []
  const end = Promise.withResolvers<void>()
  const outbox = openOutbox({
    ...{ db, log: pino({ level: 'silent' }), channel: 'added', lanes: ['one'], parallel: 1 },
    take: async (_, most) => waiting.splice(0, most),
    async deliver(item) {
      begun.push(item)
      await end.promise
    },
  })
  onTestFinished(async () => {
    await outbox.close()
    await close()
  })
  await eventually(() => expect(begun).toEqual(['a']))
  end.resolve()
  await eventually(() => expect(begun).toEqual(['a', 'b']))
})
