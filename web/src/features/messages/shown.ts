import type { LiveSystem } from '@kellersonne/core/live/live'
import type { EpisodePart } from '@kellersonne/core/messages/episodes'
import { bySeverity, isOpen, type Message } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { LiveMessages, MessageList } from './api.ts'

/** open: needs the owner's attention; current: active, but needs none. Past ones are resolved or ended. */
export type MessageState = 'open' | 'current' | 'resolved' | 'ended'

/** A message as shown; a past one has `resolvedAt` null while its end is unknown. */
export type ShownMessage = EpisodePart & {
  readonly sn: SerialNumber
  readonly state: MessageState
  /** True if its history is known: only then does `raisedAt` null mean that it began before the ownership. */
  readonly hasHistory: boolean
}

export const isActive = ({ state }: ShownMessage) => state === 'open' || state === 'current'
const activeState = (code: string): MessageState => (isOpen(code) ? 'open' : 'current')
const over = (code: string): MessageState => (isOpen(code) ? 'resolved' : 'ended')

type Named = Pick<ShownMessage, 'sn' | 'code' | 'raisedAt'>
/** Identifies an episode; the same for live and for listed messages. */
export const episodeId = ({ sn, code, raisedAt }: Named) => `${sn} ${code} ${raisedAt?.getTime() ?? ''}`

/** True if both show the same state of the same episode. */
export const isEqual = (a: ShownMessage, b: ShownMessage) =>
  episodeId(a) === episodeId(b) &&
  a.resolvedAt?.getTime() === b.resolvedAt?.getTime() &&
  a.count === b.count &&
  a.state === b.state &&
  a.hasHistory === b.hasHistory

const fromLive = (sn: SerialNumber, { code, since }: Message): ShownMessage => ({
  sn,
  code,
  raisedAt: since,
  resolvedAt: null,
  count: null,
  state: activeState(code),
  hasHistory: false,
})

const liveMessages = (systems: readonly LiveSystem[]): ShownMessage[] =>
  systems.flatMap(({ sn, messages }) => messages.map((message) => fromLive(sn, message)))

/** Active messages with a code at live systems. */
export const activeMessagesOf = (code: string, systems: readonly LiveSystem[]) =>
  liveMessages(systems).filter((message) => message.code === code)

/** A list's messages of live systems, updated by live values that are newer and no longer contain them. */
export function updateListed(
  { messages, askedAt }: MessageList,
  live: LiveMessages,
): readonly ShownMessage[] {
  const shown = new Set(live.systems.map(({ sn }) => sn))
  const active = new Set(liveMessages(live.systems).map(({ sn, code }) => `${sn} ${code}`))
  const newer = live.receivedAt > askedAt
  return messages.flatMap((message) => {
    const { sn, code, resolvedAt } = message
    if (!shown.has(sn)) return []
    const isOver = resolvedAt !== null || (newer && !active.has(`${sn} ${code}`))
    return { ...message, state: isOver ? over(code) : activeState(code), hasHistory: true }
  })
}

const byUrgency = (a: ShownMessage, b: ShownMessage) =>
  bySeverity({ code: a.code, since: a.raisedAt }, { code: b.code, since: b.raisedAt })

const endedMessages = (systems: readonly LiveSystem[]): ShownMessage[] =>
  systems
    .flatMap(({ sn, ended }) =>
      ended.map((one): ShownMessage => {
        const { code, since, resolvedAt } = one
        return { sn, code, raisedAt: since, resolvedAt, count: null, state: over(code), hasHistory: false }
      }),
    )
    .toSorted((a, b) => (b.raisedAt?.getTime() ?? 0) - (a.raisedAt?.getTime() ?? 0))

/**
 * Open messages by live values, most severe first, followed by the rest of a list, newest first; while there is no
 * list, by those that live values know.
 */
export function lastMessages(list: MessageList | null, live: LiveMessages): readonly ShownMessage[] {
  const known = list ? updateListed(list, live) : endedMessages(live.systems)
  const open = liveMessages(live.systems)
    .filter(({ state }) => state === 'open')
    .map((message) => known.find((other) => isSame(other, message)) ?? message)
    .map((message) => ({ ...message, state: 'open' as const, resolvedAt: null }))
    .toSorted(byUrgency)
  const shown = new Set(open.map(episodeId))
  return [...open, ...known.filter((one) => one.state !== 'open' && !shown.has(episodeId(one)))]
}

/** The same episode, or an active one whose start the live values do not contain. */
const isSame = (listed: ShownMessage, live: ShownMessage) =>
  episodeId(listed) === episodeId(live) ||
  (live.raisedAt === null && listed.sn === live.sn && listed.code === live.code && isActive(listed))

/** The current state of a message that is being shown. */
export function currentMessage(
  message: ShownMessage,
  list: MessageList | null,
  live: LiveMessages,
): ShownMessage {
  const known = list && updateListed(list, live).find((one) => isSame(one, message))
  if (known) return known
  const system = live.systems.find(({ sn }) => sn === message.sn)
  const active = system?.messages.some(({ code }) => code === message.code) ?? true
  return isActive(message) && !active ? { ...message, state: over(message.code) } : message
}
