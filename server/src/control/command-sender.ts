import { setTimeout as pause } from 'node:timers/promises'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { FastifyBaseLogger } from 'fastify'
import type { Broker } from '../platform/broker/broker.ts'
import type { Db } from '../platform/db/database.ts'
import { logUnlessUnavailable } from '../platform/http/send-error.ts'
import { COMMAND_ISSUED, commandStore, type StoredCommand } from './store.ts'

type Deps = {
  readonly db: Db
  readonly broker: Pick<Broker, 'publish' | 'onListening'>
  readonly now: () => Date
  readonly log: FastifyBaseLogger
}

const RETRY_MS = 500

const payloadOf = ({ id, name, value, deadline }: StoredCommand & { deadline: Date }) => ({
  id,
  command: name,
  ...(value !== null && { value }),
  expires_at: deadline,
})

/**
 * Sends commands to units when they are issued, and pending ones to each unit that subscribes. Any process with a
 * broker may do so: units not connected here are skipped. A unit may receive a command twice.
 */
export function openCommandSender({ db, broker, now, log }: Deps) {
  const units = new Set<SerialNumber>()
  const closing = new AbortController()
  let toAll = false
  let sending: Promise<void> | undefined

  async function send(to: readonly SerialNumber[] | null) {
    for (const command of await commandStore(db).waiting(to, now()))
      if (command.deadline)
        await broker.publish(command.sn, payloadOf({ ...command, deadline: command.deadline }))
  }
  async function sendAll() {
    while ((toAll || units.size > 0) && !closing.signal.aborted) {
      const to = toAll ? null : [...units]
      toAll = false
      units.clear()
      await send(to).catch(async (error: unknown) => {
        logUnlessUnavailable(log)(error)
        if (to === null) toAll = true
        else for (const sn of to) units.add(sn)
        await pause(RETRY_MS, undefined, { signal: closing.signal }).catch(() => undefined)
      })
    }
    sending = undefined
  }
  function wake() {
    sending ??= sendAll()
  }
  const sendTo = (sn: SerialNumber) => {
    units.add(sn)
    wake()
  }
  const sendToAll = () => {
    toAll = true
    wake()
  }
  broker.onListening(sendTo)
  const stopListening = db.listen(COMMAND_ISSUED, (sn) => sendTo(serialNumber.parse(sn)), sendToAll)
  sendToAll()

  return {
    /** Waits for sends in progress. */
    async close() {
      closing.abort()
      stopListening()
      await sending
    },
  }
}
