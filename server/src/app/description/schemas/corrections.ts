import {
  comparison,
  correction,
  correctionPreview,
  listCorrections,
} from '@kellersonne/contract/energy/corrections'
import type { Fields, NamedSchemas } from '../../../platform/http/openapi/description.ts'
import { within } from './energies.ts'

export const correctionValueFields: Fields = {
  counter: 'The counter that the correction is about; null: everything that was measured.',
  before: 'What the counter showed up to `from`, Wh; null = not known, and for what is implausible.',
  after: 'What it showed from then on, Wh; null = not known, and for what is implausible.',
}

export const corrections: NamedSchemas = {
  Correction: {
    schema: correction,
    description:
      'What an owner has corrected of a system’s measurements. What is stored stays as it is; charts, calendar, balances, forecasts and exports follow.',
    fields: {
      id: 'Its id.',
      sn: 'The system.',
      kind: '`implausible`: what was measured from `from` to `until` is wrong and counts no longer. `value`: the counter showed `before` up to `from` and `after` from then on; they differ if the meter was replaced.',
      from: 'When it begins; the instant of a value.',
      until: 'When it ends; null for a value.',
      ...correctionValueFields,
      made_at: 'When it was made.',
      undone_at: 'When it was undone; null if it applies.',
    },
  },
  CorrectionPreview: {
    schema: correctionPreview,
    description: 'What a correction would change.',
    fields: {
      from: 'The beginning of the first day on which something changes; null if nothing does.',
      until: 'The end of the last one; null if nothing does.',
      energies: 'The sums of these days.',
      ...within('energies', {
        pv: 'What PV yielded.',
        import: 'What was drawn from the grid.',
        feed_in: 'What was fed into the grid.',
        charge: 'What charged the battery.',
        discharge: 'What the battery discharged.',
      }),
    },
  },
  Comparison: {
    schema: comparison,
    description: 'A counter’s energy without and with a correction.',
    fields: {
      current: 'As it is, Wh; null = not known.',
      corrected: 'As it would be, Wh; null = not known.',
    },
  },
  CorrectionList: {
    schema: listCorrections.response,
    description: 'The corrections of a system.',
    fields: { corrections: 'The newest first; up to 100 that apply, and up to 100 that were undone.' },
  },
}
