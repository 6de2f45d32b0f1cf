import { listFindings } from '@kellersonne/contract/energy/findings'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQuery } from '../../../platform/client/query.ts'

/** What the owner's systems do otherwise than they used to. */
export const findings = createQuery(() => callWithRetry(listFindings, {}))
