import type { Description } from '../../../platform/http/openapi/description.ts'
import control from './control.json' with { type: 'json' }
import energy from './energy.json' with { type: 'json' }
import firmware from './firmware.json' with { type: 'json' }
import identity from './identity.json' with { type: 'json' }
import live from './live.json' with { type: 'json' }
import messages from './messages.json' with { type: 'json' }
import operations from './operations.json' with { type: 'json' }
import systems from './systems.json' with { type: 'json' }

/** Calls that `examples.test.ts` has made of the product, one file for each domain. */
export const examples: Description['examples'] = {
  ...identity,
  ...systems,
  ...live,
  ...energy,
  ...messages,
  ...control,
  ...firmware,
  ...operations,
}
