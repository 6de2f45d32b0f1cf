import type { Context, Job } from '../src/operations/cli/command.ts'
import { runCli } from '../src/operations/cli/run.ts'
import { NOW } from './set-up/telemetry.ts'

export const OPERATOR = { name: 'olga', origin: '192.0.2.7' }
const noBroker = () => {
  throw new Error('no broker was to be asked')
}
const nowhere = () => Promise.reject(new Error('no server was to be asked'))

/** Runs a command line on a database, or without one; resolves to its output and exit code. */
export async function commandLine(
  args: readonly string[],
  job: Partial<Job> | null,
  {
    withJob,
    withPlace = nowhere,
    readBroker = noBroker,
    operator = OPERATOR,
  }: Partial<Omit<Context, 'print'>> = {},
) {
  const output = { out: '', err: '' }
  const { db } = job ?? {}
  const whole = db && {
    db,
    secret: Buffer.alloc(32, 7),
    now: NOW,
    dataFolder: '/nowhere',
    approvals: 1,
    ...job,
  }
  const code = await runCli(args, {
    operator,
    withJob: withJob ?? (whole ? (work) => work({ ...whole, db: whole.db }) : nowhere),
    withPlace,
    readBroker,
    out: (more) => (output.out += more),
    err: (more) => (output.err += more),
  })
  return { code, ...output }
}
