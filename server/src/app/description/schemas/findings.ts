import { finding, findingCheck, systemFindings } from '@kellersonne/contract/energy/findings'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

/** What systems do otherwise than they used to. */
export const findings: NamedSchemas = {
  SystemFindings: {
    schema: systemFindings,
    description: 'What was judged of a system by its own last 60 days.',
    fields: {
      sn: 'The system.',
      judged_at:
        'When it was last judged; null if it never was. That happens each night. Whether the battery charges and discharges is also looked at each hour.',
      checks: 'What was judged.',
      findings: 'What is unusual, or was and ended within 60 days, in the order in which it began.',
    },
  },
  FindingCheck: {
    schema: findingCheck,
    description: 'What came of judging one thing.',
    fields: {
      name: '`no_charge`: the battery leaves surplus; `no_discharge`: it leaves what the house needs; `round_trip`: efficiency; `standby`: its own consumption; `capacity`; `pv`: PV under a clear sky; `signs` of meters; `counter`: jumps of counters.',
      verdict: '`unknown` is no verdict: it says nothing about whether anything is wrong.',
      why: 'Why it is unknown: the system was never seen to do it (`never`); there is `too_little` of the past; `nothing_lately` to judge by; or it is `not_measured`. Else null.',
    },
  },
  Finding: {
    schema: finding,
    description: 'Something that a system does otherwise than it used to.',
    fields: {
      id: 'Its id.',
      name: 'What it is.',
      begun_at: 'Since when what was measured says so.',
      ended_at: 'When it was usual again; null while it is not.',
      value:
        'What was measured last: a share of what there was to do (0 to 1) for `no_charge` and `no_discharge`; % for `round_trip`, `pv` and `signs`; W for `standby`; Wh for `capacity` and `counter`.',
      usual: 'The median of what the system did before, in the same unit.',
      limit: 'Beyond it, a value is unusual for this system.',
      points: 'What was measured, one a day, oldest first.',
      'points.at': 'A time of the day that it is about.',
      'points.value': 'In the same unit.',
      fix: 'An update that is offered to the system and is said to fix just that; null = none, or the finding has ended.',
      'fix.chip': 'The chip that it is for.',
      'fix.version': 'Its version.',
    },
  },
}
