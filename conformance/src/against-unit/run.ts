import { type CommandName, initialProgress, next } from '@kellersonne/core/control/commands'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Result } from '../report.ts'
import { openSteps } from '../steps.ts'
import { openWatch } from '../watch.ts'
import type { Bench, Deed } from './bench.ts'
import { type Listen, openTestBroker } from './broker.ts'
import { commandSteps } from './commands.ts'
import { backlog, greeting, leaving, resending, signIn } from './connection.ts'
import { firmwareSteps, type Update } from './firmware.ts'
import { readingSteps, soundness, stateSteps } from './readings.ts'
import { openReceived } from './received.ts'
import { openTestUpdateService } from './update-service.ts'

export type UnitTest = {
  readonly sn: SerialNumber
  readonly secret: string | null
  readonly broker: Listen
  /** Where the unit finds its update service; null = firmware is not tried. */
  readonly updates: Listen | null
  readonly update: Update
  readonly hands: ((deed: Deed) => void) | null
  /** ms that a step may take; with a deed of somebody, and for the first connection. */
  readonly deadlineMs: number
  readonly handsMs: number
  /** A lower limit for single rules, in ms. */
  readonly limitOf?: (rule: string) => number | undefined
  readonly now: () => Date
  /** Tries only rules of sections whose names contain this; empty = all. */
  readonly only: string
  readonly signal: AbortSignal
  readonly onResult: (result: Result) => void
  /** Called with the ports once a unit can connect. */
  readonly onReady: (ports: { broker: number; updates: number | null }) => void
}

/** How long the protocol gives a unit for a command, with a little for the way. */
function commandMs(deadlineMs: number) {
  return (name: CommandName): number => {
    const at = new Date(0)
    const progress = next(name, initialProgress(at), { kind: 'accepted', at })
    return deadlineMs + ('deadline' in progress ? progress.deadline.getTime() : 0)
  }
}

/** Plays the server against a unit. Rejects with `CannotRun` if a port cannot be opened. */
export async function testUnit(test: UnitTest): Promise<void> {
  const { sn, secret, now } = test
  const watch = openWatch()
  const received = openReceived(sn, now)
  const broker = await openTestBroker(test.broker, { sn, received, watch })
  try {
    const onFault = (what: string) => received.fault(what)
    const service =
      test.updates && (await openTestUpdateService(test.updates, { sn, secret, watch, onFault }))
    test.onReady({ broker: broker.port, updates: service?.port ?? null })
    const steps = openSteps(test)
    try {
      await run({
        ...{ sn, secret, now, steps, watch, broker, received },
        ...test,
        broker,
        commandMs: commandMs(test.deadlineMs),
      })
    } finally {
      service?.close()
    }
    async function run(bench: Bench) {
      if (!(await signIn(bench))) return
      await greeting(bench)
      await readingSteps(bench)
      await resending(bench)
      await backlog(bench)
      await commandSteps(bench)
      await stateSteps(bench)
      if (service) await firmwareSteps(bench, service, test.update)
      else
        await steps.untried(
          'firmware.md#poll',
          'polls with its secret',
          'no port for updates (--updates-listen)',
        )
      await leaving(bench)
      await soundness(bench)
    }
  } finally {
    broker.close()
  }
}
