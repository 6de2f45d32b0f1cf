import { get } from 'node:http'
import { json } from 'node:stream/consumers'
import { poll } from '@kellersonne/contract/firmware/ddi'
import { describe, expect, it } from 'vitest'
import { UPDATES_URL } from '../../../test/api.ts'
import { updatableUnit } from '../../../test/set-up/updates.ts'

const { begin, sn, unit, updates } = updatableUnit()

describe('where a unit is sent', () => {
  it.each([
    { host: 'evil.test' },
    { host: '127.0.0.1:8081' },
    { host: 'updates.example@evil.test' },
    { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'http' },
  ])('UPD-10 F17 is the public address, whatever it calls us: %j', async (headers) => {
    const id = await begin()
    const authorization = 'TargetToken unit'
    const { root } = unit()
    const all = await Promise.all(
      [root, `${root}/deploymentBase/${id}`].map(async (url) =>
        updates().inject({ url, headers: { authorization, ...headers } }),
      ),
    )
    const links = all.flatMap(({ body }) => [...body.matchAll(/"href":"([^"]+)"/g)].map(([, link]) => link))
    expect(links.length).toBeGreaterThanOrEqual(2)
    for (const link of links) expect(link).toMatch(new RegExp(`^${UPDATES_URL}${root}/`))
    expect(all[1]?.json().deployment.chunks[0].artifacts[0]._links).toHaveProperty('download')
  })

  it('UPD-10 F17 is the address of this machine that it has reached itself', async () => {
    await begin()
    const origin = await updates().service().listen({ port: 0, host: '127.0.0.1' })
    const linksAs = (host: string) =>
      new Promise<string>((done, fail) => {
        const headers = { host, authorization: 'TargetToken unit' }
        get(`${origin}/default/controller/v1/${sn()}`, { headers }, async (answer) => {
          done(poll.parse(await json(answer))._links.deploymentBase?.href ?? '')
        }).on('error', fail)
      })
    const own = new URL(origin).host
    for (const host of [own, '127.0.0.1:9'])
      expect(await linksAs(host)).toMatch(new RegExp(`^http://${host}/`))
    for (const host of [`localhost:${new URL(origin).port}`, '127.0.0.2', '127.0.0.1.evil.test', 'evil.test'])
      expect(await linksAs(host)).toMatch(new RegExp(`^${UPDATES_URL}/`))
  })
})
