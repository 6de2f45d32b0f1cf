import { giveCommand, listCommands, toCommand } from '@kellersonne/contract/control/commands'
import { type CommandName, type GivenCommand, isUnderWay } from '@kellersonne/core/control/commands'
import { isSerialNumber, type SerialNumber } from '@kellersonne/core/systems/systems'
import { useEffect } from 'react'
import { ApiError, call, toFault } from '../../platform/client/client.ts'
import { resources } from '../../platform/client/resource.ts'
import { useNow } from '../../platform/clock/useNow.ts'
import { useLive } from '../live/api/live.ts'

/** Past commands of a system, the newest first; `total`: on all pages. */
export type CommandPage = { readonly total: number; readonly commands: readonly GivenCommand[] }

const pages = resources(async (key: string): Promise<CommandPage> => {
  const [sn = '', page] = key.split(' ')
  if (!isSerialNumber(sn)) throw new ApiError('not_found')
  const { total, commands } = await call(listCommands, { query: { sn, page } })
  return { total, commands: commands.map(toCommand) }
})

/** A page of the commands that a system was given, from 1 on. */
export const commandPage = (sn: SerialNumber, page: number) => pages(`${sn} ${page}`)

/** How long a command that should have ended is left before it is looked at once more. */
const OVERDUE_MS = 5000

/** How often a command should have been looked at since its deadline. */
const looksAfter = (deadline: Date | undefined, now: Date) =>
  deadline === undefined || now < deadline
    ? 0
    : 1 + Math.floor((now.getTime() - deadline.getTime()) / OVERDUE_MS)

/**
 * The newest commands of a system as they stand now. They are read anew whenever something is heard of it, which is
 * also when the connection is back, and when one is past its deadline: so what another device gave is seen too.
 */
export function useNewestCommands(sn: SerialNumber) {
  const newest = commandPage(sn, 1)
  const known = newest.use()
  const live = useLive()
  const heard = live.status === 'ready' ? live.systems.find((system) => system.sn === sn) : undefined
  const progress = known.value?.commands.find(isUnderWay)?.progress
  const deadline = progress && 'deadline' in progress ? progress.deadline : undefined
  const looks = useNow((now) => looksAfter(deadline, now))
  const asked = known.value !== null || known.fault !== null
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is heard, and the time, are why it is read anew
  useEffect(() => {
    if (asked) void commandPage(sn, 1).refresh()
  }, [sn, heard, looks])
  return known
}

/** Gives a command, or finds the equal one that is under way; the newest of the list from then on. Throws an ApiError. */
export async function give(sn: SerialNumber, name: CommandName): Promise<GivenCommand> {
  const newest = commandPage(sn, 1)
  try {
    const command = toCommand(await call(giveCommand, { form: { sn, command: name } }))
    const before = newest.current() ?? { total: 0, commands: [] }
    const others = before.commands.filter(({ id }) => id !== command.id)
    const total = before.total + (others.length === before.commands.length ? 1 : 0)
    newest.keep({ total, commands: [command, ...others] })
    void newest.refresh()
    return command
  } catch (cause) {
    if (toFault(cause).code === 'command_under_way') void newest.refresh()
    throw cause
  }
}
