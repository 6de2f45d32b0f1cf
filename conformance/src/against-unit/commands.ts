import { randomUUID } from 'node:crypto'
import type { CommandName } from '@kellersonne/core/control/commands'
import { Untried, Wrong } from '../report.ts'
import { when, within } from '../watch.ts'
import type { Bench } from './bench.ts'

const FAR_MS = 3_600_000
const PAST_MS = 10 * 60_000
const SECTION = 'commands.md#command'
/** Ends with the unit at work. */
const ORDER: readonly CommandName[] = ['on', 'self_test', 'standby', 'off', 'on', 'calibrate']

/** Gives commands and judges how the unit answers. */
export async function commandSteps(bench: Bench) {
  const { steps, watch, broker, received, now } = bench
  const at = (ms: number) => new Date(now().getTime() + ms).toISOString()
  const payload = (id: string, command: string, expires = at(FAR_MS)) =>
    JSON.stringify({ id, command, expires_at: expires })
  const answersTo = (id: string) =>
    received.outcomes().flatMap(({ outcome }) => (outcome.id === id ? [outcome] : []))
  const final = (id: string) => answersTo(id).find(({ outcome }) => outcome !== 'accepted')
  const soon = (signal: AbortSignal) => within(signal, bench.deadlineMs)
  /** Waits for the final outcome; for the first one no longer than any step takes. */
  async function ended(id: string, signal: AbortSignal) {
    await watch.until('any outcome', () => answersTo(id)[0], soon(signal))
    return watch.until('a final outcome', () => final(id), signal)
  }
  /** Sends a command as the server does: to a unit that has subscribed. */
  async function give(text: string, signal: AbortSignal) {
    await watch.until('a subscription to its commands', () => when(broker.isListening()), signal)
    broker.command(text)
  }
  const status = () => received.states().at(-1)?.state.status

  /** Gives a command; resolves to its id once it is done. */
  async function carriedOut(command: CommandName, signal: AbortSignal): Promise<string> {
    const id = randomUUID()
    await give(payload(id, command), signal)
    const { outcome, reason } = await ended(id, signal)
    if (outcome !== 'done') throw new Untried(`refused: ${reason ?? 'no reason'}`)
    if (answersTo(id)[0]?.outcome !== 'accepted') throw new Wrong('done without accepted before')
    return id
  }
  const shows: Partial<Record<CommandName, string>> = { on: 'on', off: 'off', standby: 'standby' }

  for (const [i, name] of ORDER.entries()) {
    if (ORDER.indexOf(name) !== i) {
      await steps.step(
        SECTION,
        `carries out ${name} again`,
        async (signal) => void (await carriedOut(name, signal)),
        bench.commandMs(name),
      )
      continue
    }
    await steps.step(
      SECTION,
      `carries out ${name}, and says so`,
      async (signal) => {
        await carriedOut(name, signal)
        const wanted = shows[name]
        if (wanted) await watch.until(`a state with ${wanted}`, () => when(status() === wanted), soon(signal))
        return undefined
      },
      bench.commandMs(name),
    )
  }

  await steps.step(SECTION, 'refuses a command that has expired', async (signal) => {
    const id = randomUUID()
    await give(payload(id, 'off', at(-PAST_MS)), signal)
    const { outcome, reason } = await ended(id, signal)
    if (outcome !== 'refused' || reason !== 'expired') throw new Wrong(`${outcome} ${reason ?? ''}`.trim())
    return undefined
  })
  await steps.step(SECTION, 'refuses a command that it does not know', async (signal) => {
    const id = randomUUID()
    await give(payload(id, 'dance'), signal)
    const { outcome, reason } = await ended(id, signal)
    if (outcome !== 'refused' || reason !== 'not_understood')
      throw new Wrong(`${outcome} ${reason ?? ''}`.trim())
    return undefined
  })
  await steps.step(
    SECTION,
    'survives what is no command at all',
    async (signal) => {
      await watch.until('a subscription to its commands', () => when(broker.isListening()), signal)
      const own = broker.connection()
      for (const nonsense of ['', '{', 'null', '[]', '{"id": 7}', `"${'x'.repeat(5000)}"`])
        broker.command(nonsense)
      // A unit takes its messages in order: whoever answers this one has survived those before.
      const id = randomUUID()
      broker.command(payload(id, 'on'))
      const answer = () => {
        if (broker.connection() !== own) throw new Wrong('it lost its connection')
        return answersTo(id)[0]
      }
      await watch.until('an answer to the command that follows', answer, soon(signal))
      await ended(id, signal)
      return undefined
    },
    bench.commandMs('on'),
  )
  await steps.step(
    SECTION,
    'executes each id once',
    async (signal) => {
      const id = randomUUID()
      const order = payload(id, 'standby')
      await give(order, signal)
      await ended(id, signal)
      await carriedOut('on', signal)
      await watch.until('a state with on', () => when(status() === 'on'), soon(signal))
      const known = received.states().length
      broker.command(order)
      await carriedOut('on', signal)
      const again = received.states().slice(known)
      if (again.some(({ state }) => state.status === 'standby')) throw new Wrong('it was in standby again')
      if (answersTo(id).filter(({ outcome }) => outcome === 'accepted').length > 1)
        throw new Wrong('accepted twice')
      return undefined
    },
    2 * bench.commandMs('on'),
  )
  await steps.step(
    'commands.md#outcome',
    'sends an outcome again that was not acknowledged',
    async (signal) => {
      const id = randomUUID()
      broker.withhold(true)
      await give(payload(id, 'calibrate'), signal)
      await watch.until('an outcome', () => answersTo(id)[0], signal)
      const own = broker.connection() ?? 0
      broker.cut()
      broker.withhold(false)
      await watch.until(
        'the outcome again',
        () =>
          when(received.outcomes().some(({ outcome, connection }) => outcome.id === id && connection > own)),
        signal,
      )
      return undefined
    },
  )
  broker.withhold(false)
  await steps.step('commands.md#outcome', 'answers each command with one final outcome', async () => {
    const ids = new Set(received.outcomes().map(({ outcome }) => outcome.id))
    for (const id of ids) {
      const finals = new Set(
        answersTo(id).flatMap(({ outcome }) => (outcome === 'accepted' ? [] : [outcome])),
      )
      if (finals.size > 1) throw new Wrong(`${id}: ${[...finals].join(' and ')}`)
    }
    return undefined
  })
}
