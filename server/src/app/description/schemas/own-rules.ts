import { ownRule, storedRule } from '@kellersonne/contract/messages/own-rules'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

const texts = {
  quantity:
    'What is watched: the state of charge, a power, or one direction of a power, which is 0 while it flows in the other.',
  comparison: 'On which side of the threshold the rule is fulfilled.',
  threshold: 'In % for the state of charge, else in W.',
  minutes: 'How long that must last without a break; 0 = one value is enough.',
}

export const ownRules: NamedSchemas = {
  OwnRule: {
    schema: ownRule,
    description: 'What an owner’s own rule says.',
    fields: texts,
  },
  StoredRule: {
    schema: storedRule,
    description: 'An owner’s own rule for one of their systems. A rule that is changed gets a new id.',
    fields: {
      id: 'Its id.',
      sn: 'The system.',
      ...texts,
      created_at: 'When it was made.',
      fulfilled_since: 'Since when it has been fulfilled; null if it is not.',
    },
  },
}
