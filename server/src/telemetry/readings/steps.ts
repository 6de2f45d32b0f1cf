import { JITTER_WH, MS_PER_WH, RESOLUTION_WH } from '@kellersonne/core/telemetry/counters/steps'

/** SQL of a counter's value and its time. */
export type SqlPoint = { readonly value: string; readonly at: string }

/** SQL of `stepOf` in core: whether a step is energy; null if a value is null. */
export const isEnergy = (before: SqlPoint, after: SqlPoint) => `(
      ${after.value} - ${before.value} between -${JITTER_WH} and ${RESOLUTION_WH} or (
        ${after.value} - ${before.value} > ${RESOLUTION_WH} and ${after.at} - ${before.at}
          >= (${after.value} - ${before.value} - ${RESOLUTION_WH}) * interval '${MS_PER_WH} milliseconds'))`
