/** A fault of our own code: something that must hold does not. */
export class InvariantError extends Error {}

/** Throws `InvariantError` unless `held`. `message` names what it is about, with ids, but nothing secret. */
export function invariant(held: unknown, message: string): asserts held {
  if (!held) throw new InvariantError(message)
}
