import type { ManagementConfig } from '../management.ts'
import { readFacts } from './facts.ts'
import type { BrokerFault } from './fault.ts'
import { brokerFaults } from './faults.ts'
import { mendBroker } from './mend.ts'

/** A fault that was found. `mended`: whether it is gone; `left`: why not, if that was tried. */
export type CheckedFault = Omit<BrokerFault, 'mend'> & { readonly mended: boolean; readonly left?: string }

/** Lists what is wrong with RabbitMQ and, with `fix`, mends what it can. Throws `StartupError` if RabbitMQ does not answer. */
export async function checkBroker(config: ManagementConfig, fix: boolean): Promise<CheckedFault[]> {
  const facts = await readFacts(config)
  const checked: CheckedFault[] = []
  for (const { mend, ...fault } of brokerFaults(facts)) {
    const left = fix && mend ? await tryMend(config, facts.vhost, mend) : null
    const mended = fix && mend !== undefined && left === null
    checked.push({ ...fault, mended, ...(left !== null && { left }) })
  }
  return checked
}

const tryMend = (...mending: Parameters<typeof mendBroker>): Promise<string | null> =>
  mendBroker(...mending).then(
    () => null,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  )
