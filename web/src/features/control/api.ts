import { listCommands, sendCommand, toCommand } from '@kellersonne/contract/control/commands'
import { type CommandName, type IssuedCommand, isUnderWay } from '@kellersonne/core/control/commands'
import { isSerialNumber, type SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { ApiError, call, toFault } from '../../platform/client/client.ts'
import { createQueries } from '../../platform/client/query.ts'
import { useNow } from '../../platform/clock/useNow.ts'
import { useLive } from '../live/api/live.ts'

/** Past commands of a system, newest first; `total`: on all pages. */
export type CommandPage = { readonly total: number; readonly commands: readonly IssuedCommand[] }

const pages = createQueries(async (key: string): Promise<CommandPage> => {
  const [sn = '', page] = key.split(' ')
  if (!isSerialNumber(sn)) throw new ApiError('not_found')
  const { total, commands } = await call(listCommands, { query: { sn, page } })
  return { total, commands: commands.map(toCommand) }
})

/** A page of a system's commands, from 1. */
export const commandPage = (sn: SerialNumber, page: number) => pages(`${sn} ${page}`)

/** Interval between checks of an overdue command. */
const OVERDUE_MS = 5000

/** How many checks are due for a command since its deadline. */
const checksDue = (deadline: Date | undefined, now: Date) =>
  deadline === undefined || now < deadline
    ? 0
    : 1 + Math.floor((now.getTime() - deadline.getTime()) / OVERDUE_MS)

/**
 * The latest commands of a system. Refreshed on each live event of it, which includes a reconnect, and after a
 * deadline: so commands from other devices appear too.
 */
export function useNewestCommands(sn: SerialNumber) {
  const newest = commandPage(sn, 1)
  const known = newest.use()
  const live = useLive()
  const liveSystem = live.status === 'ready' ? live.systems.find((system) => system.sn === sn) : undefined
  const progress = known.value?.commands.find(isUnderWay)?.progress
  const deadline = progress && 'deadline' in progress ? progress.deadline : undefined
  const looks = useNow((now) => checksDue(deadline, now))
  const asked = known.value !== null || known.fault !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: refreshes on live events and after the deadline
  useEffect(() => {
    if (asked) void commandPage(sn, 1).refresh()
  }, [sn, liveSystem, looks])
  return known
}

/** Issues a command, or finds an identical one in progress, and puts it first in the list. Throws an ApiError. */
export async function issueCommand(sn: SerialNumber, name: CommandName): Promise<IssuedCommand> {
  const newest = commandPage(sn, 1)
  try {
    const command = toCommand(await call(sendCommand, { form: { sn, command: name } }))
    const before = newest.current() ?? { total: 0, commands: [] }
    const others = before.commands.filter(({ id }) => id !== command.id)
    const total = before.total + (others.length === before.commands.length ? 1 : 0)
    newest.setData({ total, commands: [command, ...others] })
    void newest.refresh()
    return command
  } catch (cause) {
    if (toFault(cause).code === 'command_under_way') void newest.refresh()
    throw cause
  }
}
