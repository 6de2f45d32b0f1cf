import { getBatteryHealth } from '@kellersonne/contract/energy/battery-health'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { callWithRetry } from '../../../platform/client/callWithRetry.ts'
import { createQueries } from '../../../platform/client/query.ts'
import { onCorrected } from './corrected.ts'

const healths = createQueries((sn: SerialNumber) => callWithRetry(getBatteryHealth, { query: { sn } }))
onCorrected(healths.expireAll)

/** How the battery of a system is. */
export const healthOf = (sn: SerialNumber) => healths(sn)
