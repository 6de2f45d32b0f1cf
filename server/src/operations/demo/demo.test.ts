import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { statePayload } from '@kellersonne/contract/telemetry/device'
import { offers } from '@kellersonne/core/firmware/rollout'
import { seasons } from '@kellersonne/testing/seasons'
import { describe, expect, it, onTestFinished } from 'vitest'
import * as z from 'zod/mini'
import { testDatabase } from '../../../test/database/database.ts'
import { storeBatch } from '../../app/roles/store-batch.ts'
import { imageStore } from '../../firmware/releases/images.ts'
import { isSignedBy, publicKeyOf } from '../../firmware/releases/keys.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { systemUpdates } from '../../firmware/runs/system-updates.ts'
import { removeOwner } from '../../identity/accounts/deletion.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { systemAccess } from '../../systems/access.ts'
import { claims, keysOf } from '../../systems/claims.ts'
import { codeKeyOf, newCode, putCode } from '../../systems/codes.ts'
import { ownSystemStore } from '../../systems/pairing/own-system-store.ts'
import { systemStore } from '../../systems/store.ts'
import { prepareDemo, unitsFile } from './demo.ts'

const SECRET = Buffer.alloc(32, 7)
const NOW = new Date('2026-11-21T10:00:00Z')
const OWNED = ['1001', '1002', '1003']
const UNCLAIMED = ['2001', 'KELLER']
const units = z.array(
  z.object({
    ...{ sn: serialNumber, phase: z.int(), secret: z.string(), code: z.string(), fresh: z.boolean() },
    ...{ versions: z.record(z.string(), z.string()), firmwareKey: z.string() },
  }),
)

async function demo() {
  const test = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'ks-'))
  onTestFinished(async () => {
    await test.close()
    await rm(folder, { recursive: true })
  })
  const { db } = test
  const ownerId = async () => (await accountStore(db).byEmail('demo@kellersonne.example'))?.id ?? ''
  return {
    db,
    folder,
    ownerId,
    prepare: (now = NOW) => prepareDemo(db, folder, SECRET, now),
    units: async () => units.parse(JSON.parse(await readFile(unitsFile(folder), 'utf8'))),
    owned: async () => (await systemAccess(db).all({ owner: await ownerId() }, 'see')).map(({ sn }) => sn),
    judge: (code: string | undefined) => claims(db, codeKeyOf(SECRET)).judge(keysOf([code ?? '']), null, NOW),
  }
}

describe('the demo', () => {
  it('HND-02 AUT-12 has three systems of its owner, and two that their codes claim', async () => {
    const { prepare, units, owned, ownerId, judge, db } = await demo()
    await prepare()
    await prepare()
    expect(await owned()).toEqual(OWNED)
    for (const { since } of await systemAccess(db).all({ owner: await ownerId() }, 'see'))
      expect(NOW.getTime() - since.getTime()).toBeGreaterThan(365 * 24 * 3_600_000)
    const made = await units()
    expect(made.map(({ sn }) => sn)).toEqual([...OWNED, ...UNCLAIMED])
    expect(made.slice(0, 3).map(({ phase }) => phase)).toEqual([1, 2, 3])
    for (const { sn, secret, code, fresh } of made) {
      expect(await systemStore(db).authenticate(sn, secret)).toBeTypeOf('number')
      expect(fresh).toBe(UNCLAIMED.includes(sn))
      expect(await judge(code)).toEqual([fresh ? 'claimed' : 'handover'])
    }
  })

  it('GWY-50 has a fourth one of its owner’s own, if it is to have a gateway', async () => {
    const { db, folder, units, owned, ownerId } = await demo()
    const own = async () => (await ownSystemStore(db).of(await ownerId())).map(({ sn }) => sn)
    await prepareDemo(db, folder, SECRET, NOW)
    expect(await own()).toEqual([])
    await prepareDemo(db, folder, SECRET, NOW, { withGateway: true })
    await prepareDemo(db, folder, SECRET, NOW, { withGateway: true })
    expect([await owned(), await own()]).toEqual([[...OWNED, '1004'], ['1004']])
    const secret = (await units()).find(({ sn }) => sn === '1004')?.secret ?? ''
    expect(await systemStore(db).authenticate('1004', secret)).toBeTypeOf('number')
  })

  it('HND-02 adds what an older installation lacks, and leaves the rest as it is', async () => {
    const { prepare, units, folder, judge } = await demo()
    await prepare()
    const before = await units()
    await writeFile(unitsFile(folder), JSON.stringify(before.slice(0, 3)))
    await prepare()
    const after = await units()
    expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
    expect(after.slice(3).map(({ sn }) => sn)).toEqual(UNCLAIMED)
    expect(await judge(before[3]?.code)).toEqual(['unknown'])
    expect(await judge(after[3]?.code)).toEqual(['claimed'])
  })

  it('HND-02 AUT-17 prints stickers for the units of an older installation', async () => {
    const { prepare, units, folder, judge, db, owned } = await demo()
    await prepare()
    const before = await units()
    const older = before.map(({ fresh, code, ...unit }) => (fresh ? { ...unit, code } : unit))
    await writeFile(unitsFile(folder), JSON.stringify(older))
    for (const sn of OWNED)
      await db.run('delete from registration_code using storage_system where system = id and sn = $1', [sn])
    await prepare()
    const after = await units()
    expect(await owned()).toEqual(OWNED)
    for (const { code, fresh } of after) expect(await judge(code)).toEqual([fresh ? 'claimed' : 'handover'])
    await prepare()
    expect(await units()).toEqual(after)
  })

  it('HND-02 gives its owner a system that an older installation did not have', async () => {
    const { prepare, units, owned, db, folder } = await demo()
    await prepare()
    await writeFile(unitsFile(folder), JSON.stringify((await units()).filter(({ sn }) => sn !== '1003')))
    const third = await systemStore(db).find(serialNumber.parse('1003'))
    await db.run('delete from ownership where system = $1', [third?.id])
    await db.run('delete from registration_code where system = $1', [third?.id])
    await systemStore(db).remove([third?.id ?? 0])
    await prepare()
    expect(await owned()).toEqual(OWNED)
  })

  it('HND-02 gives back nothing that was given up, and no code that was replaced', async () => {
    const { prepare, units, owned, ownerId, judge, db } = await demo()
    await prepare()
    await systemStore(db).release(serialNumber.parse('1002'), await ownerId(), NOW)
    const old = (await units()).find(({ sn }) => sn === '2001')?.code
    const system = await systemStore(db).find(serialNumber.parse('2001'))
    await putCode(db, codeKeyOf(SECRET), system?.id ?? 0, newCode())
    await prepare()
    expect(await owned()).toEqual(['1001', '1003'])
    expect(await judge(old)).toEqual(['unknown'])
  })

  it('HND-02 makes its owner anew who has left, with nothing of what was before', async () => {
    const { prepare, owned, ownerId, db } = await demo()
    await prepare()
    await removeOwner(db, await ownerId(), NOW)
    await prepare()
    expect(await owned()).toEqual(OWNED)
    for (const { since } of await systemAccess(db).all({ owner: await ownerId() }, 'see'))
      expect(since.getTime()).toBeGreaterThan(NOW.getTime())
  })

  it('HND-02 PRD-04 has two signed releases, and one system that they are newer for', async () => {
    const { prepare, units, db, folder } = await demo()
    await prepare()
    const first = await releaseStore(db).all()
    const before = await units()
    await prepare()
    expect(await releaseStore(db).all()).toEqual(first)
    expect(await units()).toEqual(before)
    const reached = before.map(
      ({ sn, versions }) => `${sn} ${offers(first, { sn, timeZone: 'Europe/Berlin', versions }).length}`,
    )
    expect(reached).toEqual(['1001 0', '1002 2', '1003 0', '2001 0', 'KELLER 0'])
    for (const release of first) {
      const key = publicKeyOf(before[1]?.firmwareKey ?? '')
      expect(key && isSignedBy(release, release.signature, key)).toBe(true)
      expect(await imageStore(folder).has(release.sha256, release.size)).toBe(true)
      expect(release.notes.de.split('\n').length).toBe(release.notes.en.split('\n').length)
    }
  })

  it.each(seasons)('HND-08 has one update that can be started on $name', async ({ at }) => {
    const { prepare, units, ownerId, db } = await demo()
    await prepare(at)
    const owned = await systemAccess(db).all({ owner: await ownerId() }, 'update')
    const made = await units()
    for (const { sn, id } of owned) {
      const versions = made.find((one) => one.sn === sn)?.versions
      const state = statePayload.parse({ at: at.toISOString(), status: 'on', versions })
      await storeBatch(db, [{ kind: 'state', system: id, receivedAt: at, state }])
    }
    const updates = await systemUpdates(db, owned, at)
    expect(updates.map(({ status }) => status.isNew && !status.isStarted)).toEqual([false, true, false])
  })

  it('HND-02 PRD-04 lists the units of an older installation, and goes on where it was ended', async () => {
    const { prepare, units, db, folder } = await demo()
    await prepare()
    const made = await units()
    const older = made.map(({ versions: _, firmwareKey: __, ...unit }) => unit)
    await writeFile(unitsFile(folder), JSON.stringify(older))
    await db.run(`delete from release where chip = 'gateway'`)
    await prepare()
    expect(await units()).toEqual(made)
    expect((await releaseStore(db).all()).map(({ chip, version }) => `${chip} ${version}`)).toEqual([
      ...['bms 2.5.0', 'gateway 3.2.0'],
    ])
  })
})
