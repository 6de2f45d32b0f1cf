import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { pushServiceOf } from './endpoint.ts'
import { pushKeyStore } from './key-store.ts'
import type { PushMessage } from './message.ts'
import { openPosts, type Posts } from './post.ts'
import type { Target } from './subscription-store.ts'

export type PushConfig = Pick<Config, 'PUBLIC_URL' | 'MAIL_FROM' | 'PUSH_ORIGINS'>
type Deps = { readonly db: Db; readonly now: () => Date; readonly config: PushConfig; readonly posts?: Posts }

/** What became of a message: accepted; the browser is gone; refused for good; or the push service is away, or asks to wait. */
export type Verdict =
  | { readonly verdict: 'sent' | 'gone' }
  | { readonly verdict: 'refused'; readonly status: number | null }
  | { readonly verdict: 'away'; readonly status: number | null; readonly waitMs: number | null }

const SECOND_MS = 1000
const LONGEST_WAIT_MS = 3_600_000
const TOO_MANY = 429
const SERVER_FAULT = 500

/** Whom push services may write to: the portal's address, or the sender of its mails (RFC 8292, 2.1). */
export function subjectOf({ PUBLIC_URL, MAIL_FROM }: PushConfig): string {
  if (PUBLIC_URL.startsWith('https:')) return PUBLIC_URL
  const [address = ''] = MAIL_FROM.slice(MAIL_FROM.lastIndexOf('<') + 1).split('>')
  return `mailto:${address.trim()}`
}

/** Returns how long a response asks to wait, in ms and within bounds; null if it states none. */
export function waitOf(retryAfter: string | undefined, now: Date): number | null {
  if (retryAfter === undefined) return null
  const ms = /^\d{1,9}$/.test(retryAfter)
    ? Number(retryAfter) * SECOND_MS
    : Date.parse(retryAfter) - now.getTime()
  return Number.isNaN(ms) ? null : Math.max(SECOND_MS, Math.min(LONGEST_WAIT_MS, ms))
}

function judge(status: number, retryAfter: string | undefined, now: Date): Verdict {
  if (status >= 200 && status < 300) return { verdict: 'sent' }
  if (status === 404 || status === 410) return { verdict: 'gone' }
  if (status === TOO_MANY || status === 408 || status >= SERVER_FAULT)
    return { verdict: 'away', status, waitMs: waitOf(retryAfter, now) }
  return { verdict: 'refused', status }
}

/** Encrypts messages for browsers (RFC 8291) and hands them to their push services (RFC 8030). */
export function openPushSender({ db, now, config, posts = openPosts() }: Deps) {
  const subject = subjectOf(config)
  const closing = new AbortController()

  async function encrypt({ endpoint, p256dh, auth }: Target, message: PushMessage) {
    const { payload, topic, ttl, urgency } = message
    const { default: webPush } = await import('web-push')
    const vapidDetails = { subject, ...(await pushKeyStore(db).get(now())) }
    const options = { vapidDetails, TTL: ttl, urgency, topic }
    try {
      return webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, options)
    } catch {
      return null
    }
  }

  return {
    /** Never rejects for what a browser or push service does wrong. */
    async send(target: Target, message: PushMessage): Promise<Verdict> {
      // The operator may have named fewer hosts since.
      if (pushServiceOf(target.endpoint, config.PUSH_ORIGINS) === null) return { verdict: 'gone' }
      const request = await encrypt(target, message)
      if (request?.body == null) return { verdict: 'refused', status: null }
      return posts
        .post(target.endpoint, { headers: request.headers, body: request.body }, closing.signal)
        .then(
          ({ status, retryAfter }) => judge(status, retryAfter, now()),
          () => ({ verdict: 'away', status: null, waitMs: null }),
        )
    },
    /** Abandons what is being sent. */
    close() {
      closing.abort()
      posts.close()
    },
  }
}
export type PushSender = Pick<ReturnType<typeof openPushSender>, 'send'>
