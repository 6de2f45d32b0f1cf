/** A message with readings that is in flight. */
export type Batch = { readonly payload: string }

/** Readings that wait for their acknowledgement, oldest first, on a medium that survives a power failure. */
export type Waiting = {
  /** Counts the readings that are not acknowledged. */
  readonly held: () => number
  /** Counts the messages in flight. */
  readonly inFlight: () => number
  /** Takes the oldest waiting readings, as many as fit one message; null if none is waiting. */
  readonly takeOldest: () => Batch | null
  /** Takes only the newest, ahead of all others waiting. */
  readonly takeNewest: () => Batch | null
  readonly acknowledge: (batch: Batch) => void
  /** Requeues what was in flight: its connection is gone. */
  readonly putBack: () => void
  readonly close: () => void
}
