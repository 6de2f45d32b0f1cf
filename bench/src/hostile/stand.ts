import type { Member } from '../lib/fleet.ts'
import type { Ports } from '../lib/server.ts'
import type { Stage } from '../lib/stage.ts'

/** Shared by all cases of `hostile`: a server, and an owner with well-behaved units. */
export type Stand = {
  readonly stage: Stage
  readonly ports: Ports
  readonly url: string
  /** The owner's access token. */
  readonly access: string
  /** The owner's units; none is connected. */
  readonly fleet: readonly Member[]
  /** Units without an owner; each case uses its own, because units have budgets. */
  readonly hostile: readonly Member[]
}

/** Resolves to the longest block of the server's event loop since the last call, in ms, with a resolution of 10. */
export async function longestHold({ ports }: Stand): Promise<number> {
  const text = await (await fetch(`http://127.0.0.1:${ports.env['METRICS_PORT']}/metrics`)).text()
  return Number(/^nodejs_eventloop_lag_max_seconds (\S+)$/m.exec(text)?.[1]) * 1000
}
