import type { Member } from './fleet.ts'
import type { Ports } from './server.ts'
import type { Stage } from './stage.ts'

/** What each case of `hostile` finds: a server, and an owner of units that nobody means any harm. */
export type Stand = {
  readonly stage: Stage
  readonly ports: Ports
  readonly url: string
  /** The owner's. */
  readonly access: string
  /** The owner's units; none is connected. */
  readonly fleet: readonly Member[]
  /** Nobody's; each case takes others, as they have budgets. */
  readonly hostile: readonly Member[]
}

/** The longest that the server's event loop was held since this was asked last, in ms; ten less are none. */
export async function longestHold({ ports }: Stand): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${ports.env['METRICS_PORT']}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}
