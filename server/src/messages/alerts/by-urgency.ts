import { type AlertCause, alertRules } from '@kellersonne/core/messages/alerts/causes'

type Said = { readonly cause: AlertCause; readonly kind: string }

const rank = ({ cause, kind }: Said) => (kind === 'ended' ? 2 : alertRules[cause].urgent ? 0 : 1)

/** Sorts notices for a message that names the first ones only: what is urgent, then what else has begun, then what is over. */
export const byUrgency = <L extends Said>(lines: readonly L[]): L[] =>
  lines.toSorted((a, b) => rank(a) - rank(b))
