import { column, graph, measured } from '@kellersonne/contract/energy/charts'
import { apexRow, socRow } from '@kellersonne/contract/energy/charts-rows'
import { counterJump, getCounterJumps } from '@kellersonne/contract/energy/counters'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'
import { energies, energyGapFields, flows, within } from './energies.ts'

const row =
  'The start of a quarter with the offset of the time zone (`2026-06-09T09:15:00+02:00`), or a whole day without data (`2026-06-09`).'

export const charts: NamedSchemas = {
  Graph: {
    schema: graph,
    description:
      'A day, month or year in steps. Every column has one value for each step, in the order of `steps`.',
    fields: {
      sn: 'The system, or -1: all of the caller’s systems combined.',
      interval: 'The length of the range.',
      resolution: 'The length of a step.',
      method: 'The method that was asked for.',
      time_zone: 'The time zone of the days, by its IANA name.',
      from_date: 'The first day of the range.',
      until_date: 'The first day after the range.',
      steps:
        'Runs of steps of the same length. There are several where lengths differ, as days and months do; a day of 25 hours has 100 quarters.',
      'steps.from': 'When the first step of the run begins.',
      'steps.seconds': 'How long each of its steps is, s.',
      'steps.count': 'How many steps it has.',
      series:
        'By measure: `m1` grid voltage (V); `m2` grid power (W: above zero drawn, below zero fed in); `m3` discharged energy (Wh); `m4` PV power (W); `m5` battery power (W: below zero charging, above zero discharging); `m6` state of charge (%); `m7` charged energy (Wh); `m8` total output (W); `m9` expected PV power (W); `m10` expected power of the house (W); `load` power of the house (W). With the method `sum`, powers become energies (Wh). Measures for which the method makes no sense are missing.',
      energies: 'What the counters counted in each step, Wh; null if it was not asked for.',
      ...within('energies', energies),
      flows:
        'Where the energy of each step came from and went to, Wh; null if it was not asked for. The house is the sum of the three that end there.',
      ...within('flows', flows),
      gaps: 'Times without data, in whole quarters. Of more than 500 of one system and reason, those closest to each other are one, with what was measured between them.',
      'gaps.sn': 'The system without data.',
      'gaps.from': 'When the gap begins.',
      'gaps.until': 'When it ends.',
      'gaps.reason':
        '`before_claim`: the system was not the caller’s to see yet, or had not measured anything; `future`; `offline`: the unit was not connected; `not_measured`: readings came, without such values; `implausible`: the owner has declared them so; `imported`: nothing was measured, and the values that are known come from another portal.',
      energy_gaps:
        'Gaps of more than two hours that touch the range, over which energies are known only as a whole; empty unless energies, or powers of a day, are shown. A step that holds one wholly contains its energies; of one that reaches over the end of a step, no step has them.',
      ...within('energy_gaps', energyGapFields),
      energy_gaps_left_out: 'How many more such gaps there are: `energy_gaps` has the hundred largest.',
      jumps:
        'Rises of a counter that nothing can have caused, and that are not counted; empty unless energies, or powers of a day, are shown.',
      disagreements:
        'Energies of a day on which the counters and the mean powers differ by more than 5 % and by more than the counters may leave out; only where at least three quarters of the day have both. Inflow minus outflow, in the quarters that have both; empty unless powers of a day, or their energies, are shown.',
      'disagreements.sn': 'The system.',
      'disagreements.flow':
        '`pv`; `grid`: drawn minus fed in; `battery`: discharged minus charged. Mean powers do not separate the two directions.',
      'disagreements.counted': 'By the counters, Wh.',
      'disagreements.from_powers': 'From the mean powers, Wh.',
    },
  },
  CounterJumps: {
    schema: getCounterJumps.response,
    description: 'Jumps of counters.',
    fields: { jumps: 'The newest first, at most 50.' },
  },
  CounterJump: {
    schema: counterJump,
    description: 'A rise of a counter that nothing can have caused, and that is not counted.',
    fields: {
      sn: 'The system.',
      counter: 'The counter.',
      from: 'When the value before it was read.',
      until: 'When the value after it was read.',
      before: 'The value before, Wh.',
      after: 'The value after, Wh.',
    },
  },
  Column: {
    schema: column,
    description:
      'Values as whole numbers, each sent as its difference from the known one before it. To decode: begin with 0; for each entry that is not null, add it to the sum; the value is the sum divided by `per`. null is a value that is not known, and leaves the sum as it is. So `{"per": 10, "deltas": [642, -3, null, 5]}` is 64.2, 63.9, not known, 64.4.',
    fields: {
      per: 'What the sums are divided by.',
      deltas: 'The differences; the first is from 0.',
    },
  },
  Series: {
    schema: measured,
    description: 'One measure.',
    fields: {
      unit: 'The unit of the values once they are decoded.',
      method: 'How a step’s value comes from its quarters; energies are always summed.',
      total: 'How the systems’ values were combined for -1; null for a single system.',
      values: 'One value for each step.',
    },
  },
  PowerRow: {
    schema: apexRow,
    description: 'Mean powers of a quarter; null = not known.',
    fields: {
      dm_time: row,
      m2: 'Grid power, W: above zero drawn, below zero fed in. Missing if it was not asked for.',
      m4: 'PV power, W. Missing if it was not asked for.',
      m5: 'Battery power, W: below zero charging, above zero discharging. Missing if it was not asked for.',
    },
  },
  StateOfChargeRow: {
    schema: socRow,
    description: 'Mean state of charge of a quarter.',
    fields: { dm_time: row, m6: 'State of charge, %; null = not known.' },
  },
}
