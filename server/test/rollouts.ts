import { randomUUID } from 'node:crypto'
import { pino } from 'pino'
import { afterAll, beforeAll } from 'vitest'
import type { RolloutDeps } from '../src/operations/rollout/operators.ts'
import { type TestApi, testApi } from './api.ts'
import { commandLine } from './cli.ts'

const START = new Date('2026-11-21T10:00:00Z')
const HOUR = 3_600_000

/** Five systems with a bms 2.4.0, and releases whose updates have ended as a test says. */
export function rollout() {
  let api: TestApi
  let systems: number[]
  let at = START
  const lines: string[] = []
  beforeAll(async () => {
    api = await testApi({ stoppedAt: START })
    systems = [
      ...(await api.owner('anna@example.org', ['1001', '1002', '1003'])).systems,
      ...(await api.owner('berta@example.org', ['1004', '1005'])).systems,
    ]
    await api.db.run(
      `insert into unit_state (system, told)
       select id, '{"versions": [0, {"bms": "2.4.0", "inverter": "3.0.0"}]}' from storage_system`,
    )
    await api.db.run(`insert into release_key values ('key', 'pem', now())`)
  })
  afterAll(() => api.close())

  const deps: RolloutDeps = {
    now: () => at,
    log: pino({}, { write: (line) => void lines.push(line) }),
    config: { OPERATOR_EMAIL: 'ops@example.org' },
  }
  return {
    deps,
    lines,
    db: () => api.db,
    now: () => at,
    skip(hours: number) {
      at = new Date(at.getTime() + hours * HOUR)
    },
    run: (...args: string[]) => commandLine(args, { db: api.db, now: at }),
    async release(version: string) {
      await api.db.run(
        `insert into release (chip, version, size, sha256, sha1, signature, key, notes, share, published_at, stage_since)
         values ('bms', $1, 1, repeat('a', 64), repeat('a', 40), 'x', 'key', '{"de": "", "en": ""}', 100, $2, $2)`,
        [version, at],
      )
    },
    /** Ends an update of one of the systems to a release, now; a cancelled one before its unit began. */
    async ended(version: string, which: number, state: 'finished' | 'interrupted' | 'cancelled') {
      const id = randomUUID()
      await api.db.run(
        'insert into firmware_update (id, system, since, asked_at) select $1, system, since, $3 from ownership where system = $2',
        [id, systems[which], at],
      )
      await api.db.run(
        `insert into update_action (system, firmware_update, part, release, state, started_at, ended_at, reason)
         select $1, $2, 1, id, $3, case when $3 <> 'cancelled' then $4::timestamptz end, $4, case $3 when 'interrupted' then 'failed' end from release where version = $5`,
        [systems[which], id, state, at, version],
      )
    },
  }
}
