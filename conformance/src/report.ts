/** right: conforms to the protocol. wrong: does not. untried: could not be tested, which is no verdict. */
type Verdict = 'right' | 'wrong' | 'untried'
/** What was found out about one rule; `section` is that of the protocol's pages: `connection.md#sign-in`. */
export type Result = {
  readonly section: string
  readonly rule: string
  readonly verdict: Verdict
  readonly detail: string
}

/** The rule is broken; the message says how. */
export class Wrong extends Error {}
/** The rule could not be tried; the message says why. */
export class Untried extends Error {}
/** The test itself cannot go on: no connection, no free port. */
export class CannotRun extends Error {}

/** Exit code: 0 if no rule is broken, otherwise 1. */
export const exitCodeOf = (results: readonly Result[]): 0 | 1 =>
  results.some(({ verdict }) => verdict === 'wrong') ? 1 : 0

/** One line for one rule. Control characters in what others sent are replaced. */
export function lineOf({ section, rule, verdict, detail }: Result): string {
  const suffix = detail === '' ? '' : `: ${detail}`
  return `${verdict.padEnd(7)}  ${section.padEnd(36)}  ${rule}${suffix}`.replaceAll(/\p{Cc}/gu, ' ')
}

/** How many rules were right, wrong and untried, in one line. */
export function summaryOf(results: readonly Result[]): string {
  const count = (wanted: Verdict) => results.filter(({ verdict }) => verdict === wanted).length
  return `${count('right')} right, ${count('wrong')} wrong, ${count('untried')} untried`
}
