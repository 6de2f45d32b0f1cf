import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { lockOwner } from '../../systems/owners.ts'
import { accountStore } from './store.ts'

let test: Awaited<ReturnType<typeof testDatabase>>
beforeAll(async () => {
  test = await testDatabase()
})
afterAll(() => test.close())
const store = () => accountStore(test.db)

async function newOwner(email: string, language: 'de' | 'en') {
  const owner = await store().create(email, `hash of ${email}`, language)
  if (owner === null) throw new Error('there already')
  return owner
}
const all = async (owner: string) => [
  await store().language(owner),
  await store().passwordHash(owner),
  await lockOwner(test.db, owner),
  (await store().picture(owner))?.toString(),
  (await store().profile(owner))?.phone,
  (await store().record(owner))?.email,
]

describe('an owner’s account', () => {
  it('AUT-12 is read, changed and removed without the others', async () => {
    const [bert, anna] = [await newOwner('bert@example.org', 'de'), await newOwner('Anna@example.org', 'en')]
    const ofBert = ['de', 'hash of bert@example.org', 'bert@example.org', undefined, null, 'bert@example.org']
    await store().change(anna, { phone: '+49301234567' }, new Date())
    await store().changePicture(anna, { id: randomUUID(), bytes: Buffer.from('face') })
    expect([await all(bert), await all(anna)]).toEqual([
      ofBert,
      ['en', 'hash of Anna@example.org', 'Anna@example.org', 'face', '+49301234567', 'Anna@example.org'],
    ])
    expect((await store().all()).map(({ id }) => id)).toEqual([anna, bert])
    expect([
      await store().byEmail('anna@EXAMPLE.org'),
      await store().byEmail('bert@example.org'),
    ]).toMatchObject([{ id: anna }, { id: bert }])
    await store().remove(anna)
    expect([await all(bert), await store().record(anna)]).toEqual([ofBert, undefined])
  })
})
