import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { describe, expect, it, onTestFinished } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { allRows, oneOfEverything } from '../../../test/database/rows.ts'
import { digestOf } from '../../firmware/releases/images.ts'
import { newKeyPair, privateKeyOf, signImage } from '../../firmware/releases/keys.ts'
import { publish } from '../../firmware/releases/publish.ts'
import { releaseStore } from '../../firmware/releases/store.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { systemStore } from '../../systems/store.ts'
import { quoted, readTables } from '../backup/catalog.ts'
import { owner, prepareDemo, unitsFile } from './demo.ts'
import { keyFile } from './firmware.ts'
import { findDemo, purgeDemo, refuseDemo } from './purge.ts'

const SECRET = Buffer.alloc(32, 7)
const NOW = new Date('2026-11-21T10:00:00Z')
const DEMO = ['1001', '1002', '1003', '2001', 'KELLER']

async function place() {
  const test = await testDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'ks-'))
  onTestFinished(async () => {
    await test.close()
    await rm(folder, { recursive: true })
  })
  const { db } = test
  return {
    ...{ db, folder },
    prepare: () => prepareDemo(db, folder, SECRET, NOW),
    find: async () => {
      const found = await findDemo(db, folder)
      return found && { ...found, systems: found.systems.map(({ sn }) => sn) }
    },
    async purge() {
      const found = await findDemo(db, folder)
      if (found) await purgeDemo(db, folder, found, NOW, async () => undefined)
    },
  }
}
type Place = Awaited<ReturnType<typeof place>>

/** Publishes a release of the operator's own, for a chip without demo releases. */
async function releaseOwn({ db, folder }: Place) {
  const { id, pem, privatePem } = newKeyPair()
  const key = privateKeyOf(privatePem)
  if (!key) throw new Error('no key')
  await releaseStore(db).addKey({ id, pem, addedAt: NOW })
  const file = join(folder, 'own.img')
  await writeFile(file, 'an image')
  const named = { chip: 'inverter', version: '9.0.0' }
  const signature = signImage({ ...named, ...(await digestOf(file)) }, key)
  const notes = { de: 'Neu', en: 'New' }
  const wanted = { ...named, file, signature, notes, changes: null, share: 100 }
  await publish({ db, dataFolder: folder, now: NOW }, wanted)
}

/** Tables that refer to an ownership, filled by hand; rows of the others are copied from 7001. */
const OF_OWNERSHIPS = [
  'ownership',
  'pairing',
  'registration_code',
  'claim',
  'command',
  'correction',
  'energy_import',
  'imported_day',
  'passport_link',
  'finding',
  'battery_temperature',
  'update_consent',
  'firmware_update',
]

/** Fills every table with rows of a demo system, and of an update of 7001 with a demo release. */
async function fill({ db }: Place) {
  for (const { name, columns } of await readTables(db)) {
    if (!columns.includes('system') || [...OF_OWNERSHIPS, 'update_action'].includes(name)) continue
    const copied = columns.filter((column) => !['id', 'slot'].includes(column))
    const values = copied.map((column) => (column === 'system' ? 'demo.id' : `t.${quoted(column)}`))
    const rows = await db.run(
      `insert into ${quoted(name)} (${copied.map(quoted).join()}) select ${values.join()} from ${quoted(name)} t
       join storage_system one on one.id = t.system and one.sn = '7001', storage_system demo where demo.sn = '1001'
       on conflict do nothing`,
    )
    // Triggers have filled these.
    if (!/^episode_(count|total)$/.test(name)) expect({ name, rows }).not.toEqual({ name, rows: 0 })
  }
  const demo = `select o.system, o.since, o.owner from ownership o join storage_system on id = system
    where sn = '1001' and owner is not null`
  await db.run(`insert into command (system, since, name, asked_at, state, deadline)
    select system, since, 'off', now(), 'waiting', now() from (${demo}) d`)
  await db.run(`insert into pairing select owner, sha256('demo'), null, 'Europe/Berlin', now(), system from (${demo}) d limit 1
    on conflict do nothing`)
  await db.run(`insert into energy_import (system, since, format, start, until, sums, made_at)
    select system, since, 'senec', now(), 'infinity', '{}', now() from (${demo}) d`)
  await db.run(`insert into imported_day (import, system, day) select id, system, now() from energy_import
    where system in (select system from (${demo}) d)`)
  await db.run(`insert into passport_link (owner, system, token_hash, created_at, expires_at, with_serial)
    select owner, system, sha256(system::text::bytea), now(), 'infinity', false from (${demo}) d`)
  await db.run(`insert into finding (system, since, name, begun_at, reasons)
    select system, since, 'pv', now(), '{}' from (${demo}) d`)
  await db.run(`insert into battery_temperature (system, since, begun_at, at, lowest, highest, seconds)
    select system, since, now(), now(), 1, 2, '{1}' from (${demo}) d`)
  await db.run(`insert into correction (system, since, counter, start, after, made_at)
    select system, since, 'pv', now(), 5, now() from (${demo}) d`)
  await db.run(`insert into update_consent (owner, system, since, at, language, wording, parts)
    select owner, system, since, now(), 'de', 'ja', '[]' from (${demo}) d`)
  await db.run(`insert into firmware_update (system, since, asked_at, consent)
    select system, since, now(), id from update_consent where system in (select system from (${demo}) d)`)
  await db.run(`insert into firmware_update (system, since, asked_at)
    select system, since, now() from ownership join storage_system on id = system where sn = '7001' limit 1`)
  await db.run(`insert into update_action (system, firmware_update, part, release, state)
    select system, u.id, 1, r.id, 'planned' from firmware_update u, release r
    where chip = 'bms' and (consent is null or consent in (select id from update_consent where wording = 'ja'))`)
}

describe('what is left of the demo', () => {
  it('HND-02 F18 is deleted, wherever there is something of it, and nothing else is', async () => {
    const test = await place()
    const { db, folder, prepare, find, purge } = test
    await accountStore(db).create('anna@example.org', 'hash', 'de')
    await db.run(oneOfEverything)
    await releaseOwn(test)
    const images = () => readdir(join(folder, 'images'))
    const before = { rows: await allRows(db), images: await images() }
    await prepare()
    await mkdir(join(folder, 'simulator', '1001'), { recursive: true })
    await fill(test)
    expect(await find()).toEqual({ owner: expect.any(String), systems: DEMO, keys: [expect.any(String)] })
    expect(await images()).toHaveLength(3)
    await purge()
    expect(await find()).toBeNull()
    expect(await allRows(db)).toEqual(before.rows)
    expect(await images()).toEqual(before.images)
    for (const file of [keyFile(folder), unitsFile(folder), join(folder, 'simulator')])
      expect(existsSync(file)).toBe(false)
    await refuseDemo(db, folder)
    await prepare()
    expect((await find())?.systems).toEqual(DEMO)
  })

  it('HND-02 F18 is found in another data folder, after a restore', async () => {
    const { db, folder, prepare, find, purge } = await place()
    await prepare()
    for (const file of [keyFile(folder), unitsFile(folder)]) await rm(file)
    expect(await find()).toMatchObject({ systems: DEMO.slice(0, 3), keys: [expect.any(String)] })
    await expect(refuseDemo(db, folder)).rejects.toThrow(/demo purge --yes/)
    await purge()
    expect(await find()).toBeNull()
  })

  it.each<[string, (db: Place['db']) => Promise<unknown>]>([
    [
      'owner',
      (db) =>
        accountStore(db)
          .byEmail(owner.email)
          .then((one) => db.run('delete from owner where id = $1', [one?.id])),
    ],
    [
      'key',
      (db) =>
        releaseStore(db)
          .all()
          .then((all) => releaseStore(db).deleteKeys(all.map(({ key }) => key))),
    ],
    [
      'systems',
      (db) =>
        db
          .run(`update storage_system set secret_hash = sha256('')`)
          .then(() => db.run('delete from ownership')),
    ],
  ])('HND-02 F18 is refused also where its %s is gone already', async (_, remove) => {
    const { db, folder, prepare, find, purge } = await place()
    await prepare()
    await remove(db)
    await expect(refuseDemo(db, folder)).rejects.toThrow(/^The demo is in this database \([^()]+\), and/)
    await purge()
    expect(await find()).toBeNull()
  })

  it("HND-02 F18 is not what others have: the demo's address, its serial numbers", async () => {
    const { db, find, folder } = await place()
    await (await place()).prepare()
    const registered = {
      isConfirmed: true,
      phone: '+4915100000000',
      country: 'DE',
      terms: '1',
      at: NOW,
    } as const
    await accountStore(db).create(owner.email, 'hash', 'de', registered)
    const unit = { phase: 1, timeZone: 'Europe/Berlin', secret: 'its own' }
    await systemStore(db).put({ ...unit, sn: serialNumber.parse('1001') })
    await writeFile(unitsFile(folder), JSON.stringify([{ sn: '1001', phase: 1, secret: 'another' }]))
    expect(await find()).toBeNull()
  })
})
