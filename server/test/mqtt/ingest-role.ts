import { pino } from 'pino'
import { startIngest } from '../../src/app/roles/ingest.ts'
import { readConfig } from '../../src/platform/config.ts'
import type { Db } from '../../src/platform/db/database.ts'
import { openTurns } from '../../src/platform/http/turns/turns.ts'
import { workplace } from '../process.ts'

/** Runs the role ingest within this process, so that its metrics can be read. Resolves to the port of its broker. */
export async function ingestRole(db: Db, env: NodeJS.ProcessEnv = {}, now = () => new Date()) {
  const place = await workplace()
  const config = readConfig({ ...place.env, ROLES: 'ingest', ...env })
  const closings: (() => unknown)[] = [() => place[Symbol.asyncDispose]()]
  const faults = await startIngest({
    ...{
      config,
      db,
      turns: openTurns(Number.POSITIVE_INFINITY),
      databaseUrl: '',
      log: pino({ level: 'silent' }),
      secret: Buffer.alloc(32),
      mail: null,
    },
    ...{ now, isStopping: () => false, onClose: (close) => void closings.push(close) },
  })
  return {
    port: config.MQTT_PORT,
    faults,
    async close() {
      for (const close of closings.toReversed()) await close()
    },
  }
}
