import type { Sql } from '../platform/db/database.ts'
import { commandStore, type StoredCommand } from './store.ts'

const ROWS = 500

const ofCommand = ({
  id,
  system: _,
  sn: _sn,
  name,
  askedAt,
  acceptedAt,
  deadline,
  endedAt,
  ...rest
}: StoredCommand) => ({
  ...{ id, command: name, ...rest },
  ...{ asked_at: askedAt, accepted_at: acceptedAt, deadline, ended_at: endedAt },
})
export type CommandRow = ReturnType<typeof ofCommand>

/** Yields pages of the commands given to a system by its owner `since`, oldest first. */
export async function* commandPages(sql: Sql, { system, since }: { system: number; since: Date }) {
  for (let offset = 0; ; offset += ROWS) {
    const commands = await commandStore(sql).since(system, since, ROWS, offset)
    if (commands.length === 0) return
    yield commands.map(ofCommand)
  }
}
