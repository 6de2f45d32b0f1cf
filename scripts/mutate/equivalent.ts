import { readFileSync } from 'node:fs'
import * as z from 'zod/mini'
import type { Mutant } from './mutants.ts'

const schema = z.array(
  z.strictObject({ file: z.string(), original: z.string(), mutated: z.string(), reason: z.string() }),
)
/** A mutant that no test can or need distinguish from the original, with the reason. */
export type Explained = z.output<typeof schema>[number]

export const readExplained = (path: string): Explained[] =>
  schema.parse(JSON.parse(readFileSync(path, 'utf8')))

const key = ({ file, original, mutated }: Pick<Mutant, 'file' | 'original' | 'mutated'>) =>
  JSON.stringify([file, original, mutated])

/** Separates explained mutants from the others. `stale`: explanations that match no mutant of these files. */
export function explain<T extends Mutant>(
  mutants: readonly T[],
  files: readonly string[],
  entries: readonly Explained[],
) {
  const reasons = new Set(entries.map(key))
  const there = new Set(mutants.map(key))
  return {
    open: mutants.filter((mutant) => !reasons.has(key(mutant))),
    explained: mutants.filter((mutant) => reasons.has(key(mutant))),
    stale: entries.filter((entry) => files.includes(entry.file) && !there.has(key(entry))),
  }
}
