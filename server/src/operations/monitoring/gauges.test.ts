import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { testDatabase } from '../../../test/database/database.ts'
import { oneOfEverything } from '../../../test/database/rows.ts'
import { readMetrics } from '../../../test/metrics.ts'
import { accountStore } from '../../identity/accounts/store.ts'
import { startMetrics } from '../../platform/metrics.ts'
import { noteBackup } from '../backup/last.ts'
import { startBackupGauges } from './backup-gauges.ts'
import { startDiskGauges } from './disk-gauges.ts'
import { startGauges } from './gauges.ts'

const HOST = '127.0.0.1'
const NOW = new Date('2026-11-21T10:00:00Z')

describe('what is counted in the database', () => {
  let database: Awaited<ReturnType<typeof testDatabase>>
  beforeAll(async () => {
    database = await testDatabase()
    await accountStore(database.db).create('anna@example.org', 'hash', 'de')
    await database.db.run(oneOfEverything)
    await database.db.run(`insert into storage_system (sn, phase, time_zone, secret_hash)
      select n::text, 1, 'Europe/Berlin', '' from generate_series(1, 3) n`)
    await database.db.run(`insert into storage_system (sn, phase, time_zone, secret_hash, own)
      select n::text, 1, 'Europe/Berlin', '', true from generate_series(5001, 5030) n`)
    await database.db.run(`insert into latest (system, heard_at)
      select id, '2026-11-21T09:00Z' from storage_system where own and sn <> '5030'`)
    await database.db.run(`insert into latest (system, heard_at) select id, case sn
      when '1' then '2026-11-21T09:45:01Z'::timestamptz else '2026-11-21T09:45Z' end from storage_system
      where sn in ('1', '2')`)
    await database.db.run(
      `insert into release (chip, version, size, sha256, sha1, key, signature, notes, share, published_at)
       values ('bms', '1.0.0', 1, repeat('a', 64), repeat('a', 40), 'k', 'x', '{}', 100, now())`,
    )
  })
  afterAll(() => database.close())

  it('HND-04 HND-21 GWY-21 is shown as it is whenever it is asked for, also where there is none, and not by others', async () => {
    const gauges = startGauges(database.db, () => NOW)
    const { port, close } = await startMetrics({ METRICS_PORT: 0, METRICS_HOST: HOST }, async () => ({
      ready: true,
    }))
    const shown = async () => {
      const text = await (await fetch(`http://${HOST}:${port}/metrics`)).text()
      return text
        .split('\n')
        .filter((line) =>
          /^kellersonne_(systems|own_systems|releases|updates|commands|mails_waiting|alerts_due|pushes_waiting|reading_partitions)\{/.test(
            line,
          ),
        )
    }
    const zero = [
      ...['waiting', 'started', 'installed', 'finished', 'interrupted', 'cancelled'].map(
        (s) => `updates{state="${s}"}`,
      ),
      ...['accepted', 'done', 'refused', 'timed_out'].map((s) => `commands{state="${s}"}`),
      'mails_waiting{tried="true"}',
      ...['alerts_due{late="true"}', 'alerts_due{late="false"}', 'pushes_waiting{tried="true"}'],
      ...['paused', 'stopped', 'withdrawn'].map((s) => `releases{state="${s}"}`),
    ].map((series) => `kellersonne_${series} 0`)

    const before = [
      'kellersonne_releases{state="offered"} 1',
      ...zero,
      'kellersonne_own_systems{state="heard"} 0',
      'kellersonne_own_systems{state="silent"} 29',
      'kellersonne_own_systems{state="never"} 1',
      'kellersonne_systems{state="heard"} 1',
      'kellersonne_systems{state="silent"} 1',
      'kellersonne_systems{state="never"} 2',
      'kellersonne_commands{state="waiting"} 1',
      'kellersonne_mails_waiting{tried="false"} 1',
      'kellersonne_pushes_waiting{tried="false"} 1',
      'kellersonne_reading_partitions{of="present"} 3',
      'kellersonne_reading_partitions{of="future"} 1',
    ]
    expect((await shown()).toSorted()).toEqual(before.toSorted())
    await database.db.run(`update release set paused_at = now(), paused_by = 'failures'`)
    expect(await shown()).toContain('kellersonne_releases{state="stopped"} 1')
    await database.db.run('update release set withdrawn_at = now()')
    expect(await shown()).toContain('kellersonne_releases{state="withdrawn"} 1')
    await database.db.run(
      `update alert_owner set due_at = '2026-11-21T09:57Z' where owner = (select owner from alert_owner limit 1)`,
    )
    expect(await shown()).toContain('kellersonne_alerts_due{late="true"} 1')
    await database.db.run('update mail set tries = 1')
    expect(await shown()).toContain('kellersonne_mails_waiting{tried="true"} 1')
    expect(await shown()).toContain('kellersonne_mails_waiting{tried="false"} 0')
    await database.db.run(
      `update command set state = 'timed_out', deadline = null, ended_at = '2026-11-20T10:01Z'`,
    )
    expect(await shown()).toContain('kellersonne_commands{state="timed_out"} 1')
    await database.db.run(`update command set ended_at = '2026-11-20T10:00Z'`)
    expect(await shown()).toContain('kellersonne_commands{state="timed_out"} 0')
    gauges.close()
    expect(await shown()).toEqual([])
    await close()
  })

  it('HND-22 the age and the size of the last backup are shown, or 0, and the room on the disk', async () => {
    const [gauges, disk] = [startBackupGauges(database.db), startDiskGauges(tmpdir())]
    await database.db.run('delete from last_backup')
    const none = await readMetrics()
    await noteBackup(database.db, { madeAt: new Date(1000), bytes: 5 })
    await noteBackup(database.db, { madeAt: NOW, bytes: 77 })
    const some = await readMetrics()
    gauges.close()
    disk.close()
    const backup = (of: typeof none) => [of('backup_last_success_timestamp_seconds'), of('backup_size_bytes')]
    expect([backup(none), backup(some)]).toEqual([
      [0, 0],
      [NOW.getTime() / 1000, 77],
    ])
    expect(some('disk_free_bytes')).toBeGreaterThan(0)
    expect(some('disk_size_bytes')).toBeGreaterThan(some('disk_free_bytes'))
  })
})
