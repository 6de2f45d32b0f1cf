import type { QueueDeclaration } from '../queues.ts'

/** What can be done about a fault. */
export type Mend =
  | { readonly kind: 'permit'; readonly user: string }
  | { readonly kind: 'declare'; readonly queue: QueueDeclaration }
  | { readonly kind: 'bind'; readonly queue: string; readonly keys: readonly string[] }
  | { readonly kind: 'grow'; readonly queue: string; readonly nodes: readonly string[] }

/** What can be wrong with RabbitMQ; `unanswered`: its management tells nothing. */
export const brokerFaultCodes = [
  ...['no_majority', 'node_down', 'plugin_missing', 'alarm', 'partition', 'two_nodes'],
  ...['permission_missing', 'events_missing'],
  ...['queue_missing', 'queue_differs', 'policy_loses', 'binding_missing', 'queue_without_majority'],
  ...['members_few', 'unanswered'],
] as const
type BrokerFaultCode = (typeof brokerFaultCodes)[number]

/** Something that is wrong with RabbitMQ: a sentence, and how to mend it; without that, only a person can. */
export type BrokerFault = {
  readonly code: BrokerFaultCode
  /** The node, queue or user. */
  readonly of: string
  readonly sentence: string
  readonly mend?: Mend
}
