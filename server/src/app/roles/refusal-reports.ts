import type { RefusedPayload } from '@kellersonne/contract/telemetry/device'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import QuickLRU from 'quick-lru'
import type { Broker } from '../../platform/broker/broker.ts'
import type { Received } from '../../platform/broker/topics.ts'
import type { Refusals } from '../../telemetry/intake/refusals.ts'

/** Units that have sent something lately. */
const REMEMBERED = 10_000

const payloadOf = ({ topic, reason, field, limit, payload }: Refusals[number]): RefusedPayload => ({
  ...{ topic, reason, field, limit, payload },
})

/** Reports refusals to the units that sent what was refused, so that their makers can find out. */
export function openRefusalReports(onError: (error: unknown) => void) {
  const names = new QuickLRU<number, SerialNumber>({ maxSize: REMEMBERED })
  let publish: Broker['publishRefusal'] | undefined
  return {
    /** Must be called with each message, before it can be refused. */
    remember({ system, sn }: Received) {
      if (names.get(system) !== sn) names.set(system, sn)
    },
    /** Nothing is reported before. */
    reportBy(broker: Pick<Broker, 'publishRefusal'>) {
      publish = broker.publishRefusal
    },
    /** Does not wait for the reports, which may get lost. */
    report(refusals: Refusals) {
      for (const refusal of refusals) {
        const sn = names.get(refusal.system)
        if (sn) publish?.(sn, payloadOf(refusal)).catch(onError)
      }
    },
  }
}
export type RefusalReports = ReturnType<typeof openRefusalReports>
