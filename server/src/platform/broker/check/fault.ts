import type { QueueDeclaration } from '../queues.ts'

/** What can be done about a fault. */
export type Mend =
  | { readonly kind: 'permit'; readonly user: string }
  | { readonly kind: 'declare'; readonly queue: QueueDeclaration }
  | { readonly kind: 'bind'; readonly queue: string; readonly keys: readonly string[] }
  | { readonly kind: 'grow'; readonly queue: string; readonly nodes: readonly string[] }

/** Something that is wrong with RabbitMQ: a sentence, and how to mend it; without that, only a person can. */
export type BrokerFault = {
  readonly code: string
  /** The node, queue or user. */
  readonly of: string
  readonly sentence: string
  readonly mend?: Mend
}
