import { printableJson } from '@kellersonne/contract/shared/printable'
import type { Command } from 'commander'
import type * as z from 'zod/mini'
import type { ManagementConfig } from '../../platform/broker/rabbitmq/management.ts'
import { StartupError } from '../../platform/config.ts'
import type { Db, Sql } from '../../platform/db/database.ts'
import { auditStore, type Change, type Operator } from '../audit/store.ts'

export const USAGE = 2

/** The context of a command. */
export type Job = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: Date
  readonly dataFolder: string
  /** How many operators a change of owners' units takes (`APPROVALS`). */
  readonly approvals: number
}
/** The context of a command that changes something. */
export type ChangeJob = Job & {
  /** Adds an entry to the audit. Must be called in the transaction that makes the change. */
  readonly record: (sql: Sql, change: Omit<Change, 'action'>) => Promise<void>
}
/** The output of a command, for programs and for people. `isFault`: it reports a fault. */
export type CommandOutput = { readonly json: unknown; readonly text: string; readonly isFault?: boolean }

/** What is wrong has been printed. */
export class PrintedFault extends Error {}

/** A database and a data folder as they are: nothing is migrated or created yet. */
export type Place = {
  readonly url: string
  readonly dataFolder: string
  /** SECRET, if it is set. */
  readonly givenSecret: string | undefined
  /** True if the secret is in the data folder instead. */
  readonly keepsSecret: boolean
  readonly readSecret: () => Promise<Buffer>
  readonly approvals: number
  readonly now: Date
}

export type Context = {
  /** Runs commands that need no migrated database, or run before it is migrated. */
  readonly withPlace: (work: (place: Place) => Promise<CommandOutput>) => Promise<CommandOutput>
  /** Runs commands on the migrated database, which it opens and closes. */
  readonly withJob: (work: (job: Job) => Promise<CommandOutput>) => Promise<CommandOutput>
  readonly print: (text: string) => void
  /** Returns where RabbitMQ is. Throws `StartupError` if none is configured. */
  readonly readBroker: () => ManagementConfig
  /** Who runs it. */
  readonly operator: Operator
}
type Description<S extends z.ZodMiniObject, Work> = {
  /** The name and arguments, such as `show <sn>`. */
  readonly usage: string
  readonly summary: string
  /** Options and their descriptions. */
  readonly options?: Readonly<Record<string, string>>
  /** Arguments and options by name. The schema's messages are shown for invalid ones. */
  readonly input: S
  readonly work: Work
}

/** Adds a command that prints its result as text or as JSON. */
export const addCommand = <S extends z.ZodMiniObject>(
  parent: Command,
  { withJob, print }: Context,
  { work, ...rest }: Description<S, (input: z.output<S>, job: Job) => Promise<CommandOutput>>,
): void => addOffline(parent, print, { ...rest, work: (input) => withJob((job) => work(input, job)) })

/** The longest reason that is kept. */
const MAX_REASON = 500

export const WHY = { '--why <text>': 'the reason, for `audit list`' }

/** Returns the reason that an operator has given, null if none. */
export const reasonIn = ({ why }: Readonly<Record<string, unknown>>): string | null =>
  typeof why === 'string' ? why.trim().slice(0, MAX_REASON) || null : null

/** Adds a command that changes something, which the audit names with the operator's reason (`--why`). */
export function addChange<S extends z.ZodMiniObject>(
  parent: Command,
  { withJob, print, operator }: Context,
  {
    work,
    options = {},
    ...rest
  }: Description<S, (input: z.output<S>, job: ChangeJob) => Promise<CommandOutput>>,
): void {
  const action = [parent.name(), rest.usage.split(' ')[0]].join(' ')
  addOffline(parent, print, {
    ...rest,
    options: { ...options, ...WHY },
    work: (input, given) =>
      withJob((job) =>
        work(input, {
          ...job,
          record: (sql, change) =>
            auditStore(sql).add(operator, { action, ...change }, reasonIn(given), job.now),
        }),
      ),
  })
}

/** What an operator types for an option or argument: `--time-zone` for `timeZone`. */
function typedAs(command: Command, path: readonly PropertyKey[]): string {
  const [name] = path
  const option = command.options.find((one) => one.attributeName() === name)
  return option?.long ?? path.join('.')
}

/** Adds a command that opens what it needs itself, so that it can run without a database. */
export function addOffline<S extends z.ZodMiniObject>(
  parent: Command,
  print: Context['print'],
  {
    usage,
    summary,
    options = {},
    input,
    work,
  }: Description<S, (input: z.output<S>, given: Readonly<Record<string, unknown>>) => Promise<CommandOutput>>,
): void {
  const command = parent.command(usage).description(summary)
  for (const [flags, meaning] of Object.entries(options)) command.option(flags, meaning)
  command.option('--json', 'print JSON')
  command.action(async () => {
    const given = command.registeredArguments.map((argument, i) => [argument.name(), command.args[i]])
    const read = input.safeParse({ ...Object.fromEntries(given), ...command.opts() })
    if (!read.success) {
      const faults = read.error.issues.map(({ path, message }) => `${typedAs(command, path)}: ${message}`)
      return command.error(`error: ${faults.join('; ')}`, { exitCode: USAGE })
    }
    const output = await work(read.data, command.opts())
    print(
      command.getOptionValue('json') === true
        ? printableJson(JSON.stringify(output.json, null, 2))
        : output.text,
    )
    if (output.isFault) throw new PrintedFault()
  })
}

/** An error for something that cannot be done, as one sentence. */
export const cannot = (sentence: string) => new StartupError(sentence)
