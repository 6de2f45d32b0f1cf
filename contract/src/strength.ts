import type { Strength } from '@kellersonne/core/passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
/** Beyond this a guess costs more than it tells. */
const JUDGED = 64

/**
 * How hard a password is to guess, by the lists of common passwords and what people do to them;
 * `context` are words its owner is known by. Large: import it when a password is chosen.
 */
export const strengthOf = (password: string, context: readonly string[]): Strength =>
  judge.check(password.slice(0, JUDGED), [...context]).score

/** The same for who knows its owner's address. */
export const strengthFor = (password: string, email: string) =>
  strengthOf(password, [email, ...email.split(/[^\p{L}\p{N}]+/u)])
