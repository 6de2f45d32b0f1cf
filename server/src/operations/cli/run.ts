import { printableLines } from '@kellersonne/contract/shared/printable'
import { Command, CommanderError } from 'commander'
import { StartupError } from '../../platform/config.ts'
import { DatabaseUnavailableError } from '../../platform/db/database.ts'
import { approvalCommands } from './approvals.ts'
import { auditCommands } from './audit.ts'
import { backupCommands } from './backup.ts'
import { brokerCommands } from './broker.ts'
import { type Context, PrintedFault, USAGE } from './command.ts'
import { counterCommands } from './counters.ts'
import { demoCommands } from './demo.ts'
import { fleetCommands } from './fleet.ts'
import { keyCommands } from './keys.ts'
import { migrateCommand } from './migrate.ts'
import { ownerCommands } from './owners.ts'
import { refusedCommands } from './refused.ts'
import { releaseCommands } from './releases/commands.ts'
import { sizeCommand } from './size.ts'
import { systemCommands } from './systems/commands.ts'

const NOT_POSSIBLE = 1

type Deps = Pick<Context, 'withJob' | 'withPlace' | 'readBroker' | 'operator'> & {
  readonly out: (text: string) => void
  readonly err: (text: string) => void
}

const hint = `
Exit codes: 0 done, 1 not possible, 2 wrong usage. It works while the server runs, on the same DATA_DIR or
DATABASE_URL and SECRET. For JSON alone on standard output: npm run --silent cli -- … --json`

/** Runs one command line; resolves to its exit code. */
export async function runCli(
  args: readonly string[],
  { withJob, withPlace, readBroker, operator, ...outputs }: Deps,
): Promise<number> {
  // Much of it was written by units, owners, or whoever made a file: no terminal must obey that.
  const out = (text: string) => outputs.out(printableLines(text))
  const err = (text: string) => outputs.err(printableLines(text))
  const program = new Command('npm run cli --')
    .description("Kellersonne's tool for operators.")
    .addHelpText('after', hint)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: err })
  const context = { withJob, withPlace, readBroker, operator, print: (text: string) => out(`${text}\n`) }
  systemCommands(program, context)
  ownerCommands(program, context)
  keyCommands(program, context)
  releaseCommands(program, context)
  refusedCommands(program, context)
  counterCommands(program, context)
  backupCommands(program, context)
  migrateCommand(program, context)
  demoCommands(program, context)
  fleetCommands(program, context)
  auditCommands(program, context)
  approvalCommands(program, context)
  sizeCommand(program, context)
  brokerCommands(program, context)
  try {
    await program.parseAsync(args, { from: 'user' })
    return 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : USAGE
    if (error instanceof PrintedFault) return NOT_POSSIBLE
    if (error instanceof StartupError) err(`${error.message}\n`)
    else if (error instanceof DatabaseUnavailableError)
      err(`The database cannot be reached: ${error.message}.\n`)
    else throw error
    return NOT_POSSIBLE
  }
}
