import { YEAR_MS } from './capacity.ts'

/** What a maker warrants: so much of the capacity is left after so many years, or so much energy, whichever comes first. */
export type Warranty = {
  readonly years: number
  /** % of the stated capacity. */
  readonly remaining: number
  /** Energy in and out, Wh; null = no limit. */
  readonly throughput: number | null
}
/** How much of a warranty is used up, and by what. */
export type WarrantyUse = {
  readonly warranty: Warranty
  /** In ms. */
  readonly start: number
  readonly now: number
  /** 0 at the start, 1 at the end, more after it. */
  readonly progress: number
  readonly by: 'time' | 'throughput'
}
/** `above` and `below`: beyond what the estimate may be wrong by. */
export type WarrantyVerdict = 'above' | 'below' | 'open'

const ALL = 100

const warranted = ({ remaining }: Warranty, progress: number) =>
  ALL - (ALL - remaining) * Math.max(0, Math.min(1, progress))

/** `throughput`: what the battery has been through since the start, Wh. null if the warranty starts in the future. */
export function warrantyUse(
  warranty: Warranty,
  { start, now, throughput }: { readonly start: number; readonly now: number; readonly throughput: number },
): WarrantyUse | null {
  if (start > now) return null
  const time = (now - start) / YEAR_MS / warranty.years
  const energy = warranty.throughput === null ? 0 : throughput / warranty.throughput
  const by = energy > time ? 'throughput' : 'time'
  return { warranty, start, now, progress: Math.max(time, energy), by }
}

/**
 * Returns what is warranted at an instant, % of the stated capacity: on a straight line from all at the start to what
 * remains at the end. The past is taken to have used it up evenly.
 */
export function warrantedAt({ warranty, start, now, progress }: WarrantyUse, at: number): number {
  const share = now === start ? 1 : (Math.min(at, now) - start) / (now - start)
  return warranted(warranty, progress * share)
}

/** Compares an estimate with what is warranted, all in %. */
export function warrantyVerdict(
  { percent, plusMinus }: { readonly percent: number; readonly plusMinus: number },
  least: number,
): WarrantyVerdict {
  if (percent - plusMinus >= least) return 'above'
  return percent + plusMinus < least ? 'below' : 'open'
}
