import type { Strength } from '@kellersonne/core/identity/passwords'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'

const judge = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })
/** Characters that are judged: what begins with as many that are hard to guess is hard to guess. Time grows with them. */
const JUDGED = 32
/** How many words of an address count, and of how many letters at least: each costs time. */
const WORDS = 8
const SHORTEST_WORD = 3

/**
 * How hard a password is to guess, by the lists of common passwords and what people do to them;
 * `context` are words its owner is known by. Large: import it when a password is chosen.
 */
export const strengthOf = (password: string, context: readonly string[]): Strength =>
  judge.check(password.slice(0, JUDGED), [...context]).score

const wordsOf = (email: string) =>
  email
    .split(/[^\p{L}\p{N}]+/u)
    .filter(({ length }) => length >= SHORTEST_WORD)
    .slice(0, WORDS)

/** The same for who knows its owner's address. */
export const strengthFor = (password: string, email: string) =>
  strengthOf(password, [email, ...wordsOf(email)])
