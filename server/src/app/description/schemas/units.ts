import { command, listCommands } from '@kellersonne/contract/control/commands'
import { listMessages, MOST_LISTED, message } from '@kellersonne/contract/messages/messages'
import { flagNames } from '@kellersonne/core/messages/messages'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

const flags = flagNames.map((name) => `\`${name}\``).join(', ')
const reason =
  'Why the unit refused, in its own words: `expired`, `main_switch_off`, `not_on`, `stopped`, `not_understood`, or another; null if it did not, or did not say.'

export const units: NamedSchemas = {
  MessagePage: {
    schema: listMessages.response,
    description: 'Ten messages.',
    fields: {
      total: `How many messages there are. Pages have the first ${MOST_LISTED}.`,
      messages: 'The active ones first, then the newest.',
    },
  },
  Message: {
    schema: message,
    description: 'One episode of a message, from raised to resolved; one that flickers is one episode.',
    fields: {
      sn: 'The system.',
      code: `A flag (${flags}), the number of a battery error, or another code that the unit sent.`,
      severity: '`danger`: a defect; `warn`: worth a look, as all unknown codes are; `info`: a mere state.',
      raised_at: 'When it was raised; null if that was before the system was the caller’s.',
      resolved_at: 'When it was resolved; null while it is active.',
      count: 'How often it was raised; null if it began before the system was the caller’s.',
    },
  },
  CommandPage: {
    schema: listCommands.response,
    description: 'Ten commands.',
    fields: { total: 'How many commands all pages have.', commands: 'The newest first.' },
  },
  Command: {
    schema: command,
    description:
      'A command and its state. It ends as exactly one of `done`, `refused` and `timed_out`; the live stream announces its system whenever it moves.',
    fields: {
      id: 'Names the command for `getCommand`.',
      sn: 'The system.',
      command: 'What was asked of the unit.',
      value: 'The number that went with it; null if there was none.',
      by: 'E-mail address of who gave it.',
      state: '`waiting`: the unit has not answered; `accepted`: it has begun; the others are final.',
      reason,
      asked_at: 'When it was given.',
      accepted_at: 'When the unit accepted it; null if it has not.',
      deadline: 'When it times out unless it moves before; null once it has ended.',
      ended_at: 'When it ended; null if it has not.',
      outcomes: 'Every outcome that the unit has reported, also those that came too late to count.',
      'outcomes.outcome': 'The outcome that the unit reported.',
      'outcomes.reason': reason,
      'outcomes.at': 'When it reported it.',
    },
  },
}
