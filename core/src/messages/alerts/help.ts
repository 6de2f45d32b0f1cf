import { type AlertCause, alertRules } from './causes.ts'

/** Returns the page of the portal where an owner can do something about an alert, and what that is. */
export function helpOf(cause: AlertCause, sn: string | null) {
  const of = sn === null ? '' : `?sn=${encodeURIComponent(sn)}`
  const { topic } = alertRules[cause]
  if (topic === 'update') return { to: `/update${of}`, words: 'update' } as const
  if (topic === 'claim' || topic === 'sign_in') return { to: '/settings', words: 'account' } as const
  if (topic === 'battery') return { to: `/battery-health${of}`, words: 'finding' } as const
  // What helps against a power cut is a charged battery, which the forecast's quality does not show.
  if (cause === 'storm') return { to: '/dashboard/batteries', words: 'silent' } as const
  if (topic === 'outlook') return { to: '/forecast-quality', words: 'outlook' } as const
  if (topic === 'rule') return { to: `/charts${of}`, words: 'values' } as const
  if (topic === 'silent') return { to: '/dashboard/batteries', words: 'silent' } as const
  return { to: `/dashboard/messages${of}`, words: 'message' } as const
}
