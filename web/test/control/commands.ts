import type { Command } from '@kellersonne/contract/control/commands'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { ACCEPT_MS, initialProgress } from '@kellersonne/core/control/commands'
import { json, type RecordedCall, refusal } from '../wire.ts'

export const COMMAND = '/api/auth/command/'
export const COMMANDS = '/api/auth/commands/'
const MESSAGES = '/api/auth/messages/'

/** A pending command as sent by the server, issued now. */
export function waitingCommand(sn: string, more: Partial<Command> = {}): Command {
  const at = new Date()
  return {
    ...{ id: crypto.randomUUID(), sn: serialNumber.parse(sn), command: 'standby', value: null },
    ...{ by: 'anna@example.org', state: 'waiting', reason: null, outcomes: [] },
    ...{ asked_at: at.toISOString(), accepted_at: null, ended_at: null },
    deadline: initialProgress(at).deadline.toISOString(),
    ...more,
  }
}

const iso = (ms: number) => new Date(Date.now() + ms).toISOString()
/** Its later statuses. */
export const accepted = (command: Command): Command => ({
  ...command,
  ...{ state: 'accepted', accepted_at: iso(0), deadline: iso(ACCEPT_MS) },
  outcomes: [{ outcome: 'accepted', reason: null, at: iso(0) }],
})
export const done = (command: Command): Command => ({
  ...command,
  ...{ state: 'done', deadline: null, ended_at: iso(0) },
  outcomes: [...command.outcomes, { outcome: 'done', reason: null, at: iso(0) }],
})
export const refused = (command: Command, reason: string | null): Command => ({
  ...command,
  ...{ state: 'refused', deadline: null, ended_at: iso(0), reason },
  outcomes: [...command.outcomes, { outcome: 'refused', reason, at: iso(0) }],
})
export const timedOut = (command: Command): Command => ({
  ...command,
  ...{ state: 'timed_out', deadline: null, ended_at: iso(-120_000) },
})

/** A server that stores commands: `book` holds all of them, newest first, from every device. */
export function commandBook(...before: Command[]) {
  const book = [...before]
  const state: { refusal: ReturnType<typeof refusal> | null } = { refusal: null }
  function list({ path }: RecordedCall) {
    const query = new URL(path, 'http://server').searchParams
    const own = book.filter(({ sn }) => sn === query.get('sn'))
    const page = Number(query.get('page') ?? 1)
    return json({ total: own.length, commands: own.slice(10 * (page - 1), 10 * page) })
  }
  function give({ form }: RecordedCall) {
    if (state.refusal) return state.refusal.clone()
    const name = form.get('command')
    const command = waitingCommand(form.get('sn') ?? '', { command: name === 'off' ? 'off' : 'standby' })
    book.unshift(command)
    return json(command)
  }
  return {
    ...{ book, give, list },
    /** Makes the server refuse commands. */
    refuse: (...how: Parameters<typeof refusal>) => {
      state.refusal = refusal(...how)
    },
    take: () => {
      state.refusal = null
    },
    /** Advances the newest command. */
    turn: (become: (command: Command) => Command) => {
      const [newest] = book
      if (newest) book[0] = become(newest)
    },
    answers: {
      [COMMAND]: give,
      [COMMANDS]: list,
      [MESSAGES]: () => json({ total: 0, messages: [] }),
    },
  }
}
