import { type AlertCause, alertRules } from '@kellersonne/core/messages/alerts/causes'

type Said = { readonly cause: AlertCause; readonly kind: string }
type Counted = Said & {
  readonly alert: string
  readonly begunAt: Date
  readonly count: number
  readonly wasSent: boolean
}

const isSignIn = ({ cause }: Said) => cause === 'sign_in'

/** True if a message has one line for both. */
export const areOne = (one: Counted, other: Counted) =>
  one.alert === other.alert || (isSignIn(one) && isSignIn(other))

/** Returns all sign-ins as the newest of them, with their number, also of those sent before: however many there are, they hide nothing else. */
export function signInsTogether<L extends Counted>(lines: readonly L[]): L[] {
  const signIns = lines.filter(isSignIn)
  if (signIns.length === 0) return [...lines]
  const newest = signIns.reduce((last, one) => (one.begunAt > last.begunAt ? one : last))
  const counts = new Map(signIns.map(({ alert, count }) => [alert, count]))
  const count = [...counts.values()].reduce((sum, one) => sum + one, 0)
  return [
    ...lines.filter((one) => !isSignIn(one)),
    { ...newest, count, wasSent: signIns.some(({ wasSent }) => wasSent) },
  ]
}

function rank(said: Said): number {
  if (isSignIn(said)) return 0
  if (said.kind === 'ended') return 3
  return alertRules[said.cause].urgent ? 1 : 2
}

/**
 * Sorts notices for a message that names the first ones only: sign-ins, since whoever signed in can cause others, then what is urgent, then
 * what else has begun, then what is over.
 */
export const byUrgency = <L extends Said>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => rank(a) - rank(b))
