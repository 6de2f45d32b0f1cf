import { ownRule } from '@kellersonne/contract/messages/own-rules'
import { type OutageScope, outageScopes } from '@kellersonne/core/messages/alerts/outage'
import { displayOf, isUnknown } from '@kellersonne/core/messages/messages'
import type { OwnRule } from '@kellersonne/core/messages/own-rules/own-rule'
import * as z from 'zod/mini'
import { whenOf } from '../../../platform/mail/render-mail.ts'
import type { Line } from '../notice-store.ts'
import { stormIn } from '../storm.ts'
import { type StormFacts, stormFacts } from './storm-facts.ts'

const values = z.object({
  code: z.catch(z.optional(z.string()), undefined),
  share: z.catch(z.optional(z.int()), undefined),
  scope: z.catch(z.enum(outageScopes), 'all'),
  rule: z.catch(z.optional(ownRule), undefined),
  chips: z.catch(z.array(z.string()), []),
  finding: z.catch(z.optional(z.string()), undefined),
})

/** What the text of one line is made of. */
export type Facts = {
  /** What the owner calls the system, with its serial number; '' for the account. */
  readonly system: { readonly name: string | null; readonly sn: string } | null
  readonly since: string
  /** How many sign-ins it is about. */
  readonly count: number
  /** Whether earlier messages were about some of them. */
  readonly wasSent: boolean
  readonly ended: string
  /** The message as the unit's display shows it; null for one that is unknown: a unit's own text must not speak for us. */
  readonly display: string | null
  readonly share: number | null
  readonly scope: OutageScope
  readonly chips: string
  /** The condition of the owner's own rule. */
  readonly rule: OwnRule | null
  /** What a system does otherwise than it used to; '' for other causes. */
  readonly finding: string
  /** The update that fixes it, as in "bms 2.5.0"; '' for none. */
  readonly fix: string
  /** The storm that is forecast; null for other causes. */
  readonly storm: StormFacts | null
}

/** Says which update, offered to an owner's system now, fixes a finding; null = none. */
export type FixLookup = (
  sn: string,
  finding: string,
) => { readonly chip: string; readonly version: string } | null
const noFixes: FixLookup = () => null

/** Reads a line's facts for its text, with times on the system's clocks. */
export function factsOf(
  { sn, name, timeZone, begunAt, activeSince, endedAt, count, wasSent, details, kind }: Line,
  locale: string,
  fixOf = noFixes,
): Facts {
  const { code, share, scope, chips, rule, finding } = values.parse(details)
  const storm = stormIn(details)
  const when = (at: Date) => whenOf(at, locale, timeZone ?? undefined)
  const fix = sn === null || finding === undefined ? null : fixOf(sn, finding)
  return {
    system: sn === null ? null : { name, sn },
    since: when(kind === 'wavering' ? begunAt : (activeSince ?? begunAt)),
    ended: when(endedAt ?? begunAt),
    ...{ count, wasSent },
    display: code === undefined || isUnknown(code) ? null : displayOf(code),
    share: share ?? null,
    scope,
    chips: chips.join(', '),
    rule: rule ?? null,
    finding: finding ?? '',
    fix: fix ? `${fix.chip} ${fix.version}` : '',
    storm: storm && stormFacts(storm, locale, timeZone ?? undefined),
  }
}
