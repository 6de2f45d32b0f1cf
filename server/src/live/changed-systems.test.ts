import { currentDataList } from '@kellersonne/contract/live/live'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { DatabaseUnavailableError, type Db } from '../platform/db/database.ts'
import { createChangedSystemsReader } from './changed-systems.ts'

const tooSlow = Object.assign(new Error('canceling statement'), { code: '57014' })
let count = 1002
let api: TestApi
beforeAll(async () => {
  api = await testApi()
})
afterAll(() => api.close())

describe('changes', () => {
  it('AUT-12 of one system are shown to each of two owners in a row as they may see them', async () => {
    const sn = serialNumber.parse('1001')
    const { systems, owner: anna } = await api.owner('anna@example.org', [sn])
    const { owner: bert } = await api.owner('bert@example.org')
    const id = systems[0] ?? 0
    await api.publish(id, 111)
    const changing = createChangedSystemsReader(api.db, api.now, api.log)
    const notified: [string, number | null | undefined][] = []
    const listen = (owner: string, since: Date) => {
      const system = { id, sn, phase: 1, time_zone: 'Europe/Berlin', since, visible_from: since, name: null }
      return changing.listen({
        owner,
        lang: 'de',
        systems: new Map([[id, system]]),
        deliver({ json }) {
          const [entry] = currentDataList.parse(JSON.parse(json))
          notified.push([owner, entry?.[sn]?.grid_power])
        },
      })
    }
    const [former, next] = [listen(anna, new Date(0)), listen(bert, new Date(api.now().getTime() + 1000))]
    former.changed([id])
    next.changed([id])
    await expect.poll(() => notified).toHaveLength(2)
    expect(new Map(notified)).toEqual(
      new Map([
        [anna, 111],
        [bert, null],
      ]),
    )
    former.cancel()
    next.cancel()
  })

  it.each([
    ['take the database too long', () => new DatabaseUnavailableError('too slow', { cause: tooSlow })],
    ['make our code fail', () => new TypeError('out of nowhere')],
  ])('F14 of an owner whose systems %s keep nobody else waiting', async (_what, fault) => {
    count += 2
    const [slowSn, otherSn] = [`${count}`, `${count + 1}`]
    const { systems, owner } = await api.owner(`carl${count}@example.org`, [slowSn, otherSn])
    const { owner: attacker } = await api.owner(`mallory${count}@example.org`)
    const [slow = 0, other = 0] = systems
    const db: Db = {
      ...api.db,
      rows: (row, text, values = []) =>
        [values[0]].flat().includes(slow) ? Promise.reject(fault()) : api.db.rows(row, text, values),
    }
    const changing = createChangedSystemsReader(db, api.now, api.log)
    const delivered: string[] = []
    const listen = (of: string, id: number, sn: string) => {
      const since = new Date(0)
      const unit = { id, sn: serialNumber.parse(sn), phase: 1, time_zone: 'Europe/Berlin' }
      const system = { ...unit, since, visible_from: since, name: null }
      return changing.listen({
        ...{ owner: of, lang: 'de', systems: new Map([[id, system]]) },
        deliver: ({ json }) => delivered.push(json),
      })
    }
    const [mallory, carl] = [listen(attacker, slow, slowSn), listen(owner, other, otherSn)]
    mallory.changed([slow])
    for (let n = 1; n <= 3; n += 1) {
      carl.changed([other])
      await expect.poll(() => delivered).toHaveLength(n)
    }
    expect(api.logged.join()).toContain(`"owner":"${attacker}","restMs":1000`)
    mallory.cancel()
    carl.cancel()
  })
})
