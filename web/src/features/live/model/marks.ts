import type { SystemFindings } from '@kellersonne/contract/energy/findings'
import type { FindingName } from '@kellersonne/core/energy/findings/judgement'
import { openMessages } from '@kellersonne/core/live/live'
import { causeOf } from '@kellersonne/core/messages/alerts/causes'
import { severityOf } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { MarkPlace } from '../section/NodeMark.tsx'
import type { LiveViewModel } from './liveViewModel.ts'

/** Something that is wrong at a place of the drawing, the gravest first. */
export type Mark = {
  readonly place: MarkPlace
  readonly sn: SerialNumber
  readonly of: { readonly message: string } | { readonly finding: FindingName }
  readonly grave: boolean
}

/** Where a finding belongs: a wrong sign or counter shows in what the house is said to use. */
const placeOf: Readonly<Record<FindingName, MarkPlace>> = {
  no_charge: 'battery',
  no_discharge: 'battery',
  round_trip: 'battery',
  standby: 'battery',
  capacity: 'battery',
  pv: 'pv',
  signs: 'house',
  counter: 'house',
}

/** Returns what is wrong with the selected systems, by place: open faults and warnings before findings. */
export function marksOf(
  { chosen }: Pick<LiveViewModel, 'chosen'>,
  systems: readonly SystemFindings[],
): ReadonlyMap<MarkPlace, Mark> {
  const messages = chosen.flatMap(({ sn, messages: all }) =>
    openMessages(all).map(({ code }): Mark => {
      const place = causeOf(code) === 'grid' ? 'grid' : 'battery'
      return { place, sn, of: { message: code }, grave: severityOf(code) === 'danger' }
    }),
  )
  const findings = chosen.flatMap(({ sn }) =>
    (systems.find((one) => one.sn === sn)?.findings ?? [])
      .filter(({ ended_at }) => ended_at === null)
      .map(({ name }): Mark => ({ place: placeOf[name], sn, of: { finding: name }, grave: false })),
  )
  const all = [...messages.toSorted((a, b) => Number(b.grave) - Number(a.grave)), ...findings]
  return new Map(all.toReversed().map((mark) => [mark.place, mark]))
}
