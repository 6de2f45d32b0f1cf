import { alertRules } from '@kellersonne/core/messages/alerts/causes'
import { helpOf } from '@kellersonne/core/messages/alerts/help'
import { frames } from '../../platform/mail/frames.ts'
import { areOne, byUrgency, signInsTogether } from '../alerts/by-urgency.ts'
import { de as deMail } from '../alerts/mail/de.ts'
import { en as enMail } from '../alerts/mail/en.ts'
import { factsOf } from '../alerts/mail/line.ts'
import type { Line } from '../alerts/notice-store.ts'
import { isOver } from '../alerts/storm.ts'
import type { Target } from './subscription-store.ts'
import { de } from './texts/de.ts'
import { en } from './texts/en.ts'

/** A message as it is sent; one of the same topic that still waits at the push service is replaced by it. */
export type PushMessage = {
  readonly payload: string
  /** Up to 32 characters of base64url (RFC 8030, 5.4). */
  readonly topic: string
  /** For how many seconds a push service keeps it for a browser that is not there. */
  readonly ttl: number
  readonly urgency: 'low' | 'normal' | 'high'
}
type Reader = Pick<Target, 'language' | 'discreet'>
type Planned = { readonly message: PushMessage; readonly notices: readonly number[] }

const texts = { de, en }
const titles = { de: deMail.title, en: enMail.title }
const NAME = 'Kellersonne'
/** More at once are one: notifications are no list. */
const MOST = 3
/** More titles than fit into a notification. */
const MOST_NAMED = 10
const HOUR_S = 3600
const TTL_S = { urgent: 24 * HOUR_S, lasting: 4 * HOUR_S }
const DAY_MS = 24 * HOUR_S * 1000
/** Far below the 3 kB that every push service takes (RFC 8291, 4). */
const LONGEST = { title: 120, body: 300 }

const cut = (text: string, most: number) => (text.length > most ? `${text.slice(0, most - 1)}…` : text)

/** What the service worker of the portal shows: `web/src/platform/worker/push.ts` reads it. */
const payloadOf = (content: { title: string; body: string; path: string; tag: string; lang: string }) =>
  JSON.stringify({
    ...content,
    title: cut(content.title, LONGEST.title),
    body: cut(content.body, LONGEST.body),
  })

function classOf({ cause, kind }: Line): Pick<PushMessage, 'ttl' | 'urgency'> {
  const { urgent, event } = alertRules[cause]
  if (kind === 'ended') return { ttl: TTL_S.lasting, urgency: 'low' }
  if (urgent) return { ttl: TTL_S.urgent, urgency: 'high' }
  return { ttl: event ? TTL_S.urgent : TTL_S.lasting, urgency: 'normal' }
}

function bodyOf(line: Line, { language }: Reader): string {
  const [words, facts] = [texts[language], factsOf(line, frames[language].locale)]
  if (line.kind === 'wavering') return words.wavering
  return line.kind === 'ended' ? words.ended(facts) : words.body[line.cause](facts)
}

function messageOf(line: Line, reader: Reader): PushMessage {
  const { language, discreet } = reader
  const topic = line.alert.replaceAll('-', '')
  const title = titles[language](line.cause, line.kind, factsOf(line, frames[language].locale))
  const content = discreet
    ? { title: NAME, body: texts[language].discreet }
    : { title, body: bodyOf(line, reader) }
  const path = helpOf(line.cause, line.sn).to
  return { payload: payloadOf({ ...content, path, tag: topic, lang: language }), topic, ...classOf(line) }
}

/** One message for several alerts. */
function summaryOf(lines: readonly Line[], { language, discreet }: Reader): PushMessage {
  const words = texts[language]
  const named = byUrgency(lines)
    .slice(0, MOST_NAMED)
    .map((line) => titles[language](line.cause, line.kind, factsOf(line, frames[language].locale)))
  const content = discreet
    ? { title: NAME, body: words.discreet }
    : { title: `${NAME}: ${words.several(lines.length)}`, body: named.join('\n') }
  const classes = lines.map(classOf)
  const urgency = (['high', 'normal'] as const).find((one) => classes.some((of) => of.urgency === one))
  return {
    payload: payloadOf({ ...content, path: '/alerts', tag: 'alerts', lang: language }),
    topic: 'alerts',
    ttl: Math.max(...classes.map(({ ttl }) => ttl)),
    urgency: urgency ?? 'low',
  }
}

/**
 * Decides what a browser is sent of all that waits for it: nothing that is over or older than a day, of each alert the last
 * word only, and one message if that were too many, so that it is not flooded after an outage.
 */
export function planPushes(lines: readonly Line[], reader: Reader, now: Date) {
  const over = lines.filter((line) => isOver(line, now))
  const old = lines.filter((line) => !over.includes(line) && now.getTime() - line.madeAt.getTime() > DAY_MS)
  const live = lines.filter((line) => !over.includes(line) && !old.includes(line))
  const byAlert = [...Map.groupBy(live, ({ alert }) => alert).values()]
  const last = signInsTogether(byAlert.flatMap((of) => of.at(-1) ?? []))
  const planned: Planned[] =
    last.length > (reader.discreet ? 1 : MOST)
      ? [{ message: summaryOf(last, reader), notices: live.map(({ id }) => id) }]
      : last.map((line) => ({
          message: messageOf(line, reader),
          notices: live.filter((one) => areOne(one, line)).map(({ id }) => id),
        }))
  return { over: over.map(({ id }) => id), old: old.map(({ id }) => id), planned }
}

/** A message with which an owner tries a browser. */
export function testMessage({ language, discreet }: Reader): PushMessage {
  const { test, discreet: hidden } = texts[language]
  const content = { ...test, body: discreet ? hidden : test.body }
  const payload = payloadOf({ ...content, path: '/alerts', tag: 'test', lang: language })
  return { payload, topic: 'test', ttl: 60, urgency: 'high' }
}
