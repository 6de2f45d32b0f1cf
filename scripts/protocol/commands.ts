import { commandPayload, outcomePayload } from '@kellersonne/contract/telemetry/device'
import type { Message } from './message.ts'

const ID = '5f0d7c1e-8a43-4e0b-9d52-0a6f1b8f7d11'

const command: Message = {
  title: 'Command',
  summary: 'What an owner asks of the unit. Each id is executed once.',
  schema: commandPayload,
  io: 'input',
  fields: {
    id: { meaning: 'Names the command; the outcome repeats it.', example: ID },
    command: { meaning: 'What to do.', example: 'standby' },
    value: { meaning: 'Given by the caller of the API. No command of today uses it.', example: 500 },
    expires_at: { meaning: 'From then on the unit refuses it (`expired`).', example: '2026-06-18T09:43:10Z' },
  },
  examples: [{ id: ID, command: 'standby', expires_at: '2026-06-18T09:43:10.000Z' }],
}

const outcome: Message = {
  title: 'Outcome',
  summary: 'The state of a command: accepted and then done, or refused.',
  schema: outcomePayload,
  io: 'input',
  fields: {
    id: { meaning: 'The command’s.', example: ID },
    outcome: { meaning: '`done` and `refused` are final.', example: 'done' },
    reason: {
      meaning:
        'Why it was refused: `expired`, `main_switch_off`, `not_on`, `stopped`, `not_understood`, or any other text.',
      example: 'main_switch_off',
    },
  },
  examples: [
    { id: ID, outcome: 'accepted' },
    { id: ID, outcome: 'done' },
    { id: ID, outcome: 'refused', reason: 'main_switch_off' },
  ],
}

export const commands = { command, outcome }
