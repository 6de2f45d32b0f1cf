import { topics } from '@kellersonne/contract/telemetry/device'
import { type Result, Wrong } from '../report.ts'
import { openSteps } from '../steps.ts'
import { within } from '../watch.ts'
import { type Bench, signedIn } from './bench.ts'
import { commandSteps } from './commands.ts'
import { forbidden, refusedSignIns } from './connection.ts'
import { firmwareSteps, type UpdateTarget } from './firmware.ts'
import { forecastSteps } from './forecast.ts'
import { accepted, refusals } from './messages.ts'

export type ServerTest = Omit<Bench, 'steps'> & {
  /** null = firmware is not tried. */
  readonly updates: UpdateTarget | null
  /** ms to wait for a command that somebody gives; 0 = nobody does. */
  readonly commandMs: number
  readonly deadlineMs: number
  /** Tries only rules of sections whose names contain this; empty = all. */
  readonly only: string
  readonly signal: AbortSignal
  readonly onResult: (result: Result) => void
}

/** Plays a unit against a server. Rejects with `CannotRun` if the server cannot be reached or does not let it in. */
export async function testServer(test: ServerTest): Promise<void> {
  const { sn, signal } = test
  const steps = openSteps(test)
  const bench: Bench = { ...test, steps }
  const client = await signedIn(bench, within(signal, test.deadlineMs))
  try {
    for (const name of ['command', 'refused'] as const)
      await steps.step('connection.md#topics', `grants the subscription to ${name}`, async (until) => {
        const granted = await client.subscribe(topics[name].of(sn), until)
        if (granted !== 1) throw new Wrong(`granted ${granted}`)
        return undefined
      })
    await accepted(bench, client)
    await refusals(bench, client)
  } finally {
    client.leave()
  }
  await refusedSignIns(bench)
  await forbidden(bench)
  await commandSteps(bench, test.commandMs)
  await forecastSteps(bench)
  if (test.updates) await firmwareSteps(bench, test.updates)
  else
    await steps.untried('firmware.md#poll', 'answers a poll', 'no address of the update service (--updates)')
  await steps.step('messages.md#online', 'acknowledges that the unit leaves', async (until) => {
    const last = await signedIn(bench, until)
    await last.publish(topics.online.of(sn), '{"online":false}', until)
    last.leave()
    return undefined
  })
}
