import { serialNumber } from '@kellersonne/contract/systems/systems'
import { printedCode } from '@kellersonne/core/systems/keys'
import { afterAll, beforeAll } from 'vitest'
import { accountStore } from '../../src/identity/accounts/store.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { codeKeyOf, newCode, putCode } from '../../src/systems/codes.ts'
import { systemStore } from '../../src/systems/store.ts'
import { testDatabase } from '../database/database.ts'

/** A database for the tests of a file, with as many owners and systems with codes as they need. */
export function setUpClaims() {
  const codeKey = codeKeyOf(Buffer.alloc(32, 7))
  let database: Awaited<ReturnType<typeof testDatabase>>
  let count = 1000
  beforeAll(async () => {
    database = await testDatabase()
  })
  afterAll(() => database.close())

  return {
    codeKey,
    test: {
      get db(): Db {
        return database.db
      },
      get url(): string {
        return database.url
      },
    },
    async newOwner() {
      count += 1
      const owner = await accountStore(database.db).create(`owner${count}@example.org`, 'hash', 'de')
      if (owner === null) throw new Error('no owner')
      return owner
    },
    async newSystem() {
      count += 1
      const sn = serialNumber.parse(`${count}`)
      const unit = { sn, phase: 1, timeZone: 'Europe/Berlin', secret: 'secret' }
      const id = await systemStore(database.db).put(unit)
      const code = newCode()
      await putCode(database.db, codeKey, id, code)
      return { id, sn, code: printedCode(code) }
    },
  }
}
