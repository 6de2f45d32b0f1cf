import type { pino } from 'pino'
import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { Transport } from '../../platform/mail/transport.ts'

/** What every role is started with. What it opens it gives to `onClose`; the last opened is closed first. */
export type Parts = {
  readonly config: Config
  readonly db: Db
  /** Where `db` is, for who needs connections of their own. */
  readonly databaseUrl: string
  readonly log: pino.Logger
  readonly onClose: (close: () => Promise<unknown> | unknown) => void
  readonly now: () => Date
  readonly secret: Buffer
  /** null where no mail can be sent. */
  readonly mail: Transport | null
  readonly isStopping: () => boolean
}
