import type { Strength } from '@kellersonne/core/identity/passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
/**
 * Characters checked: a password whose first 32 are hard to guess is hard to guess, and time grows with their number.
 */
const JUDGED = 32
/** How many words of an address count, and their minimum length: each costs time. */
const WORDS = 8
const SHORTEST_WORD = 3

/**
 * Rates how hard a password is to guess, by lists of common passwords and of what people do to them; `context` holds
 * words associated with its owner. Large: import it only when a password is chosen.
 */
export const strengthOf = (password: string, context: readonly string[]): Strength =>
  judge.check(password.slice(0, JUDGED), [...context]).score

const wordsOf = (email: string) =>
  email
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= SHORTEST_WORD)
    .slice(0, WORDS)

/** The same for an attacker who knows the owner's address. */
export const strengthFor = (password: string, email: string) =>
  strengthOf(password, [email, ...wordsOf(email)])
