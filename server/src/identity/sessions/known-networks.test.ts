import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { accountStore } from '../accounts/store.ts'
import { knownNetworks } from './known-networks.ts'

const HOUR = 3_600_000
const DAY = 24 * HOUR
const at = (ms: number) => new Date(Date.parse('2026-06-18T10:00:00Z') + ms)

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())

const networks = () => knownNetworks(test.db, Buffer.from('key'))
const newOwner = async (email: string) => (await accountStore(test.db).create(email, 'hash', 'de')) ?? ''
/** Resolves to true if a network stored at these times is still known 90 days after the epoch of `at`. */
async function isKnown(owner: string, times: readonly number[]) {
  for (const ms of times) await networks().add({ owner: owner, passwordHash: 'hash' }, '192.0.2.1', at(ms))
  await networks().forgetOld(at(90 * DAY))
  return (await networks().familiarity(owner, '192.0.2.1')) === 'known'
}

describe('a network that an owner has signed in from', () => {
  it('AUT-13 is noted anew once a day has passed, and no sooner', async () => {
    expect(await isKnown(await newOwner('anna@example.org'), [0, DAY - 1])).toBe(false)
    expect(await isKnown(await newOwner('berta@example.org'), [0, DAY])).toBe(true)
  })

  it("AUT-13 makes the oldest of the owner's own be forgotten beyond fifty, and no other's", async () => {
    const [clara, dora] = [await newOwner('clara@example.org'), await newOwner('dora@example.org')]
    await networks().add({ owner: dora, passwordHash: 'hash' }, 'network 0', at(0))
    for (let i = 0; i <= 50; i += 1)
      await networks().add({ owner: clara, passwordHash: 'hash' }, `network ${i}`, at(i))
    const familiarity = (owner: string, i: number) => networks().familiarity(owner, `network ${i}`)
    expect([await familiarity(clara, 0), await familiarity(clara, 1), await familiarity(clara, 50)]).toEqual([
      'unknown',
      'known',
      'known',
    ])
    expect(await familiarity(dora, 0)).toBe('known')
  })

  it('AUT-13 outlasts those of a former password, however late somebody was there', async () => {
    const emil = await newOwner('emil@example.org')
    await networks().add({ owner: emil, passwordHash: 'hash' }, 'former', at(DAY))
    await networks().makeFormer(emil, null)
    for (let i = 0; i < 50; i += 1)
      await networks().add({ owner: emil, passwordHash: 'hash' }, `network ${i}`, at(i))
    expect(await networks().familiarity(emil, 'network 0')).toBe('known')
    expect(await networks().familiarity(emil, 'former')).toBe('unknown')
  })
})
