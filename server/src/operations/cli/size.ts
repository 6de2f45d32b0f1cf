import type { Command } from 'commander'
import * as z from 'zod/mini'
import { type Size, sizeOf } from '../sizing/size.ts'
import { addOffline, type Context } from './command.ts'
import { list } from './table.ts'

const MOST_SYSTEMS = 1_000_000
const MOST_YEARS = 30

const whole = (rule: string, least: number, most: number) =>
  z.coerce
    .number(rule)
    .check(z.refine((value) => Number.isInteger(value) && value >= least && value <= most, rule))

const gigabytes = (bytes: number) => `${Math.ceil(bytes / 1e9)} GB`
const fileAndTime = ({ bytes, seconds }: Size['backup']['whole']) =>
  `${gigabytes(bytes)}, ${(seconds / 3600).toFixed(1)} h`

/** Formats a size, a line for each figure. */
function describeSize({ processes, database, backup, ...size }: Size): string {
  return list({
    'readings a second': size.readingsPerSecond,
    'owners watching at once': size.streams,
    'processes web, ingest, jobs': `${processes.web}, ${processes.ingest}, ${processes.jobs}`,
    cores: size.cores,
    'memory of the processes': gigabytes(size.processMemory),
    'workers of nginx': size.nginxWorkers,
    'connections of PostgreSQL': size.connections,
    'memory of PostgreSQL': database.memory === null ? null : `${database.memory} GB`,
    'disk of PostgreSQL': gigabytes(database.disk),
    'write-ahead log a day': gigabytes(database.walPerDay),
    'writes of the disk a second': database.iops,
    'backup without raw readings': fileAndTime(backup.withoutReadings),
    'backup with raw readings': fileAndTime(backup.whole),
  })
}

/** `size`. */
export function sizeCommand(program: Command, { print }: Pick<Context, 'print'>): void {
  addOffline(program, print, {
    usage: 'size',
    summary: 'what a fleet needs: processes, cores, memory, disk (docs/sizing.md explains the figures)',
    options: {
      '--systems <n>': 'how many systems',
      '--watching <percent>': 'how many of their owners look at once; 10 if left out',
      '--years <n>': 'of history; 5 if left out',
    },
    input: z.object({
      systems: whole(`must be a whole number from 1 to ${MOST_SYSTEMS}`, 1, MOST_SYSTEMS),
      watching: z._default(whole('must be a whole number from 0 to 100', 0, 100), 10),
      years: z._default(whole(`must be a whole number from 1 to ${MOST_YEARS}`, 1, MOST_YEARS), 5),
    }),
    async work({ systems, watching, years }) {
      const size = sizeOf({ systems, watching: watching / 100, years })
      return { json: size, text: describeSize(size) }
    },
  })
}
