import { currentDataList } from '@kellersonne/contract/live/live'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApi, testApi } from '../../test/api.ts'
import { createChangedSystemsReader } from './changed-systems.ts'

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
})
