import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import * as z from 'zod/mini'
import type { Db } from '../../platform/db/database.ts'

/** NOTIFY channel; payload: serial number of a unit over its budget, and the ms for which it must rest. */
const UNIT_RESTS = 'unit_rests'
const notice = z.tuple([serialNumber, z.coerce.number()])

/** Announces to all ingest processes which units must rest, because RabbitMQ may ask any of them. */
export const restNotices = (db: Pick<Db, 'run' | 'listen'>) => ({
  /** Announces for how many ms a unit must rest. */
  announce: (sn: SerialNumber, ms: number) =>
    db.run('select pg_notify($1, $2)', [UNIT_RESTS, `${sn} ${Math.ceil(ms)}`]),
  /** Calls back with each announcement of any process until the returned function is called. */
  listen: (listener: (sn: SerialNumber, ms: number) => void) =>
    db.listen(
      UNIT_RESTS,
      (payload) => listener(...notice.parse(payload.split(' '))),
      () => undefined,
    ),
})
