/** A server that accepts writes. */
export type Writable = {
  /** Its URL. */
  readonly server: string
  /** The identifier that a primary and its standbys share. */
  readonly system: string
  /** Counts promotions: a promoted standby has a higher one than the primary it replaced. */
  readonly timeline: number
}

/**
 * Chooses the server to write to among those that accept writes, `known` being the choice before. Never goes back to a
 * primary that has been replaced, and never to another database. Null = none; `known` then stays the choice.
 */
export function choosePrimary(known: Writable | null, found: readonly Writable[]): Writable | null {
  const system = known?.system ?? found[0]?.system
  if (!known && found.some((one) => one.system !== system)) return null
  const fit = found.filter((one) => one.system === system && one.timeline >= (known?.timeline ?? 0))
  const newest = Math.max(...fit.map(({ timeline }) => timeline))
  const best = fit.filter(({ timeline }) => timeline === newest)
  return best.find(({ server }) => server === known?.server) ?? best[0] ?? null
}
