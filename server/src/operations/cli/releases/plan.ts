import { comparisons } from '@kellersonne/core/firmware/conditions'
import { isVersion } from '@kellersonne/core/firmware/versions'
import * as z from 'zod/mini'
import type { Rollout } from '../../../firmware/releases/store.ts'
import type { Sql } from '../../../platform/db/database.ts'
import { unknownSystems } from '../../fleet/reach.ts'
import { cannot } from '../command.ts'
import { count, duration, timeZone } from '../inputs.ts'
import { share } from './inputs.ts'
import { readSerialNumbers } from './only.ts'

const MOST_PARTS = 20
/** A list separated by commas, of which each part meets a schema. */
const listOf = <S extends z.ZodMiniType<unknown, string>>(part: S) =>
  z.pipe(
    z.pipe(
      z.string(),
      z.transform((text: string) => text.split(',').map((one) => one.trim())),
    ),
    z.array(part).check(z.maxLength(MOST_PARTS, `more than ${MOST_PARTS}`)),
  )

const MOST_FINISHED = 100_000
const FINISHED = /^(\d{1,6})-finished$/
const gatePart = z.union(
  [
    z.pipe(
      z.string().check(z.regex(FINISHED)),
      z.transform((text) => ({ finished: Number.parseInt(text, 10), soakMs: 0 })),
    ),
    z.pipe(
      duration,
      z.transform((soakMs) => ({ finished: 0, soakMs })),
    ),
  ],
  'no gate, as in 20-finished,24h',
)
const gate = z.pipe(
  listOf(gatePart),
  z.pipe(
    z.transform((parts: z.output<typeof gatePart>[]) => ({
      finished: Math.max(...parts.map(({ finished }) => finished)),
      soakMs: Math.max(...parts.map(({ soakMs }) => soakMs)),
    })),
    z
      .object({
        finished: z.int().check(z.maximum(MOST_FINISHED, `more than ${MOST_FINISHED}`)),
        soakMs: z.int(),
      })
      .check(z.refine(({ finished, soakMs }) => finished > 0 || soakMs > 0, 'a gate that is always open')),
  ),
)
const stages = z.pipe(
  listOf(share),
  z.array(z.int()).check(
    z.minLength(2, 'fewer than two'),
    z.refine((all) => all.every((one, i) => one > (all[i - 1] ?? 0)), 'not ever more, as in 1,5,25,100'),
  ),
)
const REQUIREMENT = /^([a-z][a-z0-9_-]{0,39})(>=|<=|>|<|=)([\d.]+)$/
const requirement = z.pipe(
  z
    .string()
    .check(
      z.refine((text) => isVersion(REQUIREMENT.exec(text)?.[3] ?? ''), 'no condition, as in inverter>=3.0'),
    ),
  z.pipe(
    z.transform((text: string) => {
      const [, chip, comparison, version] = REQUIREMENT.exec(text) ?? []
      return { chip, comparison, version }
    }),
    z.object({ chip: z.string(), comparison: z.enum(comparisons), version: z.string() }),
  ),
)

/** What an operator says about stages and groups. */
export const planFields = {
  stages: z.optional(stages),
  after: z.optional(gate),
  only: z.optional(z.string()),
  fromVersion: z.optional(listOf(z.string().check(z.refine(isVersion, 'no version, as in 2.4.0')))),
  timeZone: z.optional(listOf(timeZone)),
  requires: z.optional(listOf(requirement)),
  perDay: z.optional(count(1_000_000)),
}
const planInput = z.object({ ...planFields, share: z.optional(share) })
export type PlanInput = z.output<typeof planInput>

export const planOptions = {
  '--stages <percents>': 'one after the other to so many of a hundred systems: 1,5,25,100',
  '--after <gate>': 'goes on after so many finished updates of a stage, and so much time: 20-finished,24h',
  '--only <file>': 'only for the systems in a file, a serial number per line',
  '--from-version <versions>': 'only for systems whose chip runs one of these: 2.4.0,2.4.1',
  '--time-zone <zones>': 'only for systems in one of these: Europe/Berlin,Europe/Vienna',
  '--requires <conditions>': 'only for systems whose other chips fit: inverter>=3.0,gateway>=2.1',
  '--per-day <number>': 'at most so many updates are started within 24 hours',
}

async function knownSystems(sql: Sql, file: string): Promise<string[]> {
  const sns = await readSerialNumbers(file)
  const [unknown] = await unknownSystems(sql, sns)
  if (unknown !== undefined) throw cannot(`${file}: there is no system ${unknown}.`)
  return sns
}

/** Resolves to the plan an operator asks for; what is left out stays as in `before`. Throws `StartupError`. */
export async function planOf(sql: Sql, input: PlanInput, before: Rollout): Promise<Rollout> {
  const { stages: all, after } = input
  if (all && input.share !== undefined) throw cannot('A share and --stages exclude each other.')
  if (all && !after) throw cannot('--stages needs --after, as in --after 20-finished,24h.')
  if (!all && after) throw cannot('--after belongs to --stages.')
  const only = input.only === undefined ? undefined : await knownSystems(sql, input.only)
  const { fromVersion: from, timeZone: timeZones, requires } = input
  const given = {
    ...(only && { only }),
    ...(from && { from }),
    ...(timeZones && { timeZones }),
    ...(requires && { requires }),
  }
  const common = {
    conditions: { ...before.conditions, ...given },
    perDay: input.perDay ?? before.perDay,
  }
  const [first, ...rest] = all ?? []
  if (first !== undefined && after)
    return { ...common, share: first, stages: rest, gateFinished: after.finished, gateSoakMs: after.soakMs }
  if (input.share !== undefined)
    return { ...common, share: input.share, stages: [], gateFinished: 0, gateSoakMs: 0 }
  return { ...before, ...common }
}
