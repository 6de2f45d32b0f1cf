import { commandPayload, topics } from '@kellersonne/contract/telemetry/device'
import { Untried, Wrong } from '../report.ts'
import { type Bench, signedIn } from './bench.ts'
import type { Client } from './client.ts'

/** Waits for a command that somebody gives in the portal, and answers it; `waitMs` 0 = nobody will. */
export async function commandSteps(bench: Bench, waitMs: number) {
  const { sn, steps, now } = bench
  const topic = topics.command.of(sn)
  const next = (client: Client, signal: AbortSignal, id?: string) =>
    client.message(
      'a command',
      ({ topic: to, payload }) => {
        if (to !== topic) return undefined
        const command = commandPayload.parse(JSON.parse(payload.toString()))
        return id === undefined || command.id === id ? command : undefined
      },
      signal,
    )
  const rule = 'sends a command, and again until it is answered'
  if (waitMs === 0) return steps.untried('commands.md#command', rule, 'nobody gives one (--command)')
  return steps.step(
    'commands.md#command',
    rule,
    async (signal) => {
      const first = await signedIn(bench, signal)
      await first.subscribe(topic, signal)
      await first.publish(topics.online.of(sn), '{"online":true}', signal)
      const given = await next(first, signal).catch(() => {
        throw new Untried('nobody gave one')
      })
      if (given.expires_at <= now()) throw new Wrong(`it had expired at ${given.expires_at.toISOString()}`)
      first.cut()
      const client = await signedIn(bench, signal)
      try {
        await client.subscribe(topic, signal)
        await client.publish(topics.online.of(sn), '{"online":true}', signal)
        const { id, command } = await next(client, signal, given.id)
        for (const outcome of ['accepted', 'done'])
          await client.publish(topics.outcome.of(sn), JSON.stringify({ id, outcome }), signal)
        return command
      } finally {
        client.leave()
      }
    },
    waitMs,
  )
}
