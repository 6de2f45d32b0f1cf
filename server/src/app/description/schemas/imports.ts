import {
  energyImport,
  importedEnergies,
  importPreview,
  listImports,
} from '@kellersonne/contract/energy/imports'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

export const imports: NamedSchemas = {
  EnergyImport: {
    schema: energyImport,
    description:
      'Energies that an owner has brought along from another portal. They count where nothing was measured.',
    fields: {
      id: 'Its id.',
      sn: 'The system.',
      format: 'The format of the file.',
      from: 'When its first quarter begins.',
      until: 'When its last one ends.',
      energies: 'The sums of what was added.',
      made_at: 'When it was made.',
      undone_at: 'When it was taken back; null if it applies.',
    },
  },
  ImportedEnergies: {
    schema: importedEnergies,
    description: 'Sums of imported energies.',
    fields: {
      pv: 'What PV yielded, Wh; null: nothing of it.',
      import: 'What was drawn from the grid, Wh; null: nothing of it.',
      feed_in: 'What was fed into the grid, Wh; null: nothing of it.',
      charge: 'What charged the battery, Wh; null: nothing of it.',
      discharge: 'What the battery discharged, Wh; null: nothing of it.',
    },
  },
  ImportPreview: {
    schema: importPreview,
    description: 'What a file would add.',
    fields: {
      format: 'The format of the file; null if it is none that is known: its columns have to be named.',
      header: 'What `columns` can name: the names of the columns, or of what the lines are about.',
      from: 'When the first quarter begins that would be added; null if there is none.',
      until: 'When the last one ends; null if there is none.',
      energies: 'The sums of what would be added.',
      added: 'How many quarters of an hour would be added.',
      measured: 'How many are measured, and stay as they are.',
      imported: 'How many are there from an earlier import.',
      hidden: 'How many are not over, or of a former owner’s time.',
      refused: 'How many lines are not understood.',
      refused_lines: 'The first of them.',
      'refused_lines.line': 'The number of the line, from 1.',
      'refused_lines.reason':
        '`time`: no time that can be; `time_unknown`: clocks skip it; `number`: no number; `implausible`: more than a home has, alone or with the file’s other values of that time (line 1); `too_long`: more than two hours; `sparse`: powers more than a quarter of an hour apart; `future`.',
    },
  },
  ImportList: {
    schema: listImports.response,
    description: 'The imports into a system.',
    fields: { imports: 'The newest first; up to 100 that apply, and up to 100 that were taken back.' },
  },
}
