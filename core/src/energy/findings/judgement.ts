import type { Point } from '../health/theil-sen.ts'

/** What is judged, in the order of the page. */
export const findingNames = [
  ...(['no_charge', 'no_discharge', 'round_trip', 'standby', 'capacity', 'pv', 'signs', 'counter'] as const),
] as const
export type FindingName = (typeof findingNames)[number]

/**
 * Why something cannot be judged: it was never seen to work, there is too little of the past or nothing of late to go by,
 * or what is needed is not measured.
 */
export const unknowns = ['never', 'too_little', 'nothing_lately', 'not_measured'] as const
export type Unknown = (typeof unknowns)[number]

/** What the system's own data say about one thing. Values in the unit of what is judged: %, W or Wh. */
export type Judgement = { readonly name: FindingName } & (
  | { readonly verdict: 'unknown'; readonly why: Unknown }
  | (Reasons & { readonly verdict: 'usual' })
  | (Reasons & { readonly verdict: 'unusual' /** In ms. */; readonly since: number })
)

/** The numbers of a judgement, and what a chart draws of them. */
type Reasons = {
  readonly value: number
  /** The median of what the system did before. */
  readonly usual: number
  /** Beyond it, a value is not usual for this system. */
  readonly limit: number
  /** One a day, oldest first. */
  readonly points: readonly Point[]
}
