import type { pino } from 'pino'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Turns } from '../../platform/http/turns/turns.ts'
import type { Transport } from '../../platform/mail/transport.ts'

/** The dependencies of every role. A role registers what it opens with `onClose`; the last opened is closed first. */
export type Parts = {
  readonly config: Config
  readonly db: Db
  /** Turns of HTTP calls, shared by all services of the process, as its database connections are. */
  readonly turns: Turns
  /** The URL of `db`, for roles that need further connections. */
  readonly databaseUrl: string
  readonly log: pino.Logger
  readonly onClose: (close: () => Promise<unknown> | unknown) => void
  readonly now: () => Date
  readonly secret: Buffer
  /** null if mail is not configured. */
  readonly mail: Transport | null
  readonly isStopping: () => boolean
}
