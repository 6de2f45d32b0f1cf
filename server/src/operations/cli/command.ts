import type { Command } from 'commander'
import type * as z from 'zod/mini'
import { StartupError } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'

export const USAGE = 2

/** What a command works with. */
export type Job = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: Date
  readonly dataFolder: string
}
/** What a command has to say: for a program, and for a person. */
export type Said = { readonly json: unknown; readonly text: string }

/** A database and a data folder as they are: nothing is migrated or made there yet. */
export type Place = {
  readonly url: string
  readonly dataFolder: string
  /** SECRET, where it is given. */
  readonly givenSecret: string | undefined
  /** Whether the secret lies in the data folder instead. */
  readonly keepsSecret: boolean
  readonly readSecret: () => Promise<Buffer>
  readonly now: Date
}

export type Context = {
  /** Runs what comes before, or instead of, work on a database of the newest schema. */
  readonly withPlace: (work: (place: Place) => Promise<Said>) => Promise<Said>
  /** Runs what needs the database, which it opens and closes. */
  readonly withJob: (work: (job: Job) => Promise<Said>) => Promise<Said>
  readonly print: (text: string) => void
}
type Description<S extends z.ZodMiniObject, Work> = {
  /** Its name and arguments, as in `show <sn>`. */
  readonly usage: string
  readonly summary: string
  /** Flags and what each is for. */
  readonly options?: Readonly<Record<string, string>>
  /** Arguments and options by name. What it refuses is said with its own message. */
  readonly input: S
  readonly work: Work
}

/** Adds a command that says what it did as text, or as JSON. */
export const addCommand = <S extends z.ZodMiniObject>(
  parent: Command,
  { withJob, print }: Context,
  { work, ...rest }: Description<S, (input: z.output<S>, job: Job) => Promise<Said>>,
): void => addOffline(parent, print, { ...rest, work: (input) => withJob((job) => work(input, job)) })

/** Adds one that opens what it needs by itself: to be run also where there is no database. */
export function addOffline<S extends z.ZodMiniObject>(
  parent: Command,
  print: Context['print'],
  { usage, summary, options = {}, input, work }: Description<S, (input: z.output<S>) => Promise<Said>>,
): void {
  const command = parent.command(usage).description(summary)
  for (const [flags, meaning] of Object.entries(options)) command.option(flags, meaning)
  command.option('--json', 'print JSON')
  command.action(async () => {
    const given = command.registeredArguments.map((argument, i) => [argument.name(), command.args[i]])
    const read = input.safeParse({ ...Object.fromEntries(given), ...command.opts() })
    if (!read.success) {
      const faults = read.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
      return command.error(`error: ${faults.join('; ')}`, { exitCode: USAGE })
    }
    const said = await work(read.data)
    print(command.getOptionValue('json') === true ? JSON.stringify(said.json, null, 2) : said.text)
  })
}

/** What cannot be done, in one sentence. */
export const impossible = (sentence: string) => new StartupError(sentence)
