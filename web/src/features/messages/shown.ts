import type { LiveSystem } from '@kellersonne/core/live/live'
import type { EpisodePart } from '@kellersonne/core/messages/episodes'
import { byGravity, isOpen, type Message } from '@kellersonne/core/messages/messages'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Live, MessageList } from './api.ts'

/** open: the owner must know of it; current: a mere state that stands. What is over was resolved, or has ended. */
export type MessageState = 'open' | 'current' | 'resolved' | 'ended'

/** A message as it is shown; `resolvedAt` can be null of one that is over, where nobody has said yet when. */
export type ShownMessage = EpisodePart & {
  readonly sn: SerialNumber
  readonly state: MessageState
  /** Whether its history is known: only then `raisedAt` null says that it began before the system was the owner's. */
  readonly told: boolean
}

export const standsOf = ({ state }: ShownMessage) => state === 'open' || state === 'current'
const standing = (code: string): MessageState => (isOpen(code) ? 'open' : 'current')
const over = (code: string): MessageState => (isOpen(code) ? 'resolved' : 'ended')

type Named = Pick<ShownMessage, 'sn' | 'code' | 'raisedAt'>
/** Which episode it is; the same in what is live and in what is listed. */
export const episodeId = ({ sn, code, raisedAt }: Named) => `${sn} ${code} ${raisedAt?.getTime() ?? ''}`

/** Whether two tell the same of the same episode. */
export const isEqual = (a: ShownMessage, b: ShownMessage) =>
  episodeId(a) === episodeId(b) &&
  a.resolvedAt?.getTime() === b.resolvedAt?.getTime() &&
  a.count === b.count &&
  a.state === b.state &&
  a.told === b.told

const fromLive = (sn: SerialNumber, { code, since }: Message): ShownMessage => ({
  sn,
  code,
  raisedAt: since,
  resolvedAt: null,
  count: null,
  state: standing(code),
  told: false,
})

const liveMessages = (systems: readonly LiveSystem[]): ShownMessage[] =>
  systems.flatMap(({ sn, messages }) => messages.map((message) => fromLive(sn, message)))

/** A code as it stands at live systems. */
export const standingOf = (code: string, systems: readonly LiveSystem[]) =>
  liveMessages(systems).filter((message) => message.code === code)

/** What a list says of live systems, as far as live values that are newer do not know that it is over. */
export function listed({ messages, askedAt }: MessageList, live: Live): readonly ShownMessage[] {
  const shown = new Set(live.systems.map(({ sn }) => sn))
  const stands = new Set(liveMessages(live.systems).map(({ sn, code }) => `${sn} ${code}`))
  const newer = live.receivedAt > askedAt
  return messages.flatMap((message) => {
    const { sn, code, resolvedAt } = message
    if (!shown.has(sn)) return []
    const isOver = resolvedAt !== null || (newer && !stands.has(`${sn} ${code}`))
    return { ...message, state: isOver ? over(code) : standing(code), told: true }
  })
}

const byUrgency = (a: ShownMessage, b: ShownMessage) =>
  byGravity({ code: a.code, since: a.raisedAt }, { code: b.code, since: b.raisedAt })

/** What is open by live values, gravest first, and after it the others of a list, the newest first. */
export function lastMessages(list: MessageList | null, live: Live): readonly ShownMessage[] {
  const known = list ? listed(list, live) : []
  const open = liveMessages(live.systems)
    .filter(({ state }) => state === 'open')
    .map((message) => known.find((other) => isSame(other, message)) ?? message)
    .map((message) => ({ ...message, state: 'open' as const, resolvedAt: null }))
    .toSorted(byUrgency)
  const shown = new Set(open.map(episodeId))
  return [...open, ...known.filter((one) => one.state !== 'open' && !shown.has(episodeId(one)))]
}

/** The same episode, or one that stands and of which live values do not say since when. */
const isSame = (listed: ShownMessage, live: ShownMessage) =>
  episodeId(listed) === episodeId(live) ||
  (live.raisedAt === null && listed.sn === live.sn && listed.code === live.code && standsOf(listed))

/** What has become of a message since it was shown. */
export function followed(message: ShownMessage, list: MessageList | null, live: Live): ShownMessage {
  const known = list && listed(list, live).find((one) => isSame(one, message))
  if (known) return known
  const system = live.systems.find(({ sn }) => sn === message.sn)
  const stands = system?.messages.some(({ code }) => code === message.code) ?? true
  return standsOf(message) && !stands ? { ...message, state: over(message.code) } : message
}
