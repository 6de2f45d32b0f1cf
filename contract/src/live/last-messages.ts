import type { LiveSystem } from '@kellersonne/core/live/live'
import { isOpen, type Message } from '@kellersonne/core/messages/messages'
import * as z from 'zod/mini'

/** How many messages the current data of a system list at most (ENT-02). */
export const LAST_MESSAGES = 10

const instant = z.nullable(z.iso.datetime())

/**
 * What is active first, mere states such as "on" after the rest, then what is over; each newest first. `time` is null
 * if the message began before the system was the caller's, `resolved` while it is active. Copies that browsers stored
 * before there was `resolved` list active messages only.
 */
export const lastMessages = z.array(
  z.object({ code: z.string(), time: instant, resolved: z._default(instant, null) }),
)
type WireMessages = {
  readonly message1: Readonly<Record<string, boolean>>
  readonly message2: Readonly<Record<string, boolean>>
  readonly last_messages: z.output<typeof lastMessages>
}

const newestFirst = (a: Message, b: Message) => (b.since?.getTime() ?? 0) - (a.since?.getTime() ?? 0)
const rank = ({ code }: Message) => (isOpen(code) ? 0 : 1)

/** Converts a system's messages to the wire format. */
export function fromMessages({ messages, ended }: Pick<LiveSystem, 'messages' | 'ended'>) {
  const active = messages.toSorted((a, b) => rank(a) - rank(b) || newestFirst(a, b))
  return [
    ...active.map(({ code, since }) => ({ code, time: since?.toISOString() ?? null, resolved: null })),
    ...ended.toSorted(newestFirst).map(({ code, since, resolvedAt }) => ({
      code,
      time: since.toISOString(),
      resolved: resolvedAt.toISOString(),
    })),
  ].slice(0, LAST_MESSAGES)
}

/** Converts them from the wire format. The flags name every active message, also those the list has no room for. */
export function toMessages(wire: WireMessages): Pick<LiveSystem, 'messages' | 'ended'> {
  const listed = wire.last_messages.map(({ code, time, resolved }) => ({
    code,
    since: time === null ? null : new Date(time),
    resolvedAt: resolved === null ? null : new Date(resolved),
  }))
  const active = listed.filter(({ resolvedAt }) => resolvedAt === null)
  const known = new Set(active.map(({ code }) => code))
  const others = Object.entries({ ...wire.message1, ...wire.message2 })
    .filter(([code, isActive]) => isActive && !known.has(code))
    .map(([code]) => ({ code, since: null }))
  return {
    messages: [...active.map(({ code, since }) => ({ code, since })), ...others],
    ended: listed.flatMap(({ code, since, resolvedAt }) =>
      since && resolvedAt ? [{ code, since, resolvedAt }] : [],
    ),
  }
}
