import { bySeverity, isOpen, severityOf } from '../messages/messages.ts'
import { type Activity, activityOf } from './activity.ts'
import type { LiveSystem } from './live.ts'

/** What needs an owner's attention, the gravest first: an open message, or silence. */
const troubles = ['danger', 'warn', 'silent'] as const
export type Trouble = (typeof troubles)[number]

/** A system's trouble while it is `doing` something; the messages of a silent one are too old to count. */
export function troubleOf({ messages }: Pick<LiveSystem, 'messages'>, doing: Activity): Trouble | null {
  if (doing === 'never' || doing === 'silent') return 'silent'
  const [gravest] = messages.filter(({ code }) => isOpen(code)).toSorted(bySeverity)
  if (gravest === undefined) return null
  return severityOf(gravest.code) === 'danger' ? 'danger' : 'warn'
}

/** What each system is doing, those with trouble first, otherwise in their order. */
export function troubleFirst(systems: readonly LiveSystem[], now: Date) {
  const rank = (trouble: Trouble | null) => (trouble === null ? troubles.length : troubles.indexOf(trouble))
  return systems
    .map((system) => {
      const doing = activityOf(system, now)
      return { system, doing, trouble: troubleOf(system, doing) }
    })
    .toSorted((a, b) => rank(a.trouble) - rank(b.trouble))
}
