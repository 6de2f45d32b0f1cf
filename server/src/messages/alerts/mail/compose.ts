import { unsubscribe as unsubscribeByMail } from '@kellersonne/contract/messages/alerts'
import type { Config } from '../../../platform/config.ts'
import type { Db } from '../../../platform/db/database.ts'
import { linkTokens } from '../../../platform/links/link-tokens.ts'
import { frames } from '../../../platform/mail/frames.ts'
import { renderMail } from '../../../platform/mail/render-mail.ts'
import type { WaitingMail } from '../../../platform/mail/store.ts'
import type { OutgoingMail } from '../../../platform/mail/transport.ts'
import type { Mails } from '../../../platform/mail/worker.ts'
import { recipientOf } from '../../../systems/owners.ts'
import { byUrgency, signInsTogether } from '../by-urgency.ts'
import { type Line, noticeStore } from '../notice-store.ts'
import { isOver } from '../storm.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { type FixLookup, factsOf } from './line.ts'
import { ALERT_MAIL } from './mail.ts'
import { sentenceOf } from './texts.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL'>
  readonly fixesOf: (owner: string) => Promise<FixLookup>
}

const HOUR_MS = 3_600_000
const texts = { de, en }
/** A mail that is longer is not read. */
const MOST_LINES = 10

type Frame = { readonly language: keyof typeof texts; readonly PUBLIC_URL: string; readonly muteLink: string }

function write(lines: readonly Line[], fixOf: FixLookup, { language, PUBLIC_URL, muteLink }: Frame) {
  const [words, frame] = [texts[language], frames[language]]
  const shown = lines
    .slice(0, MOST_LINES)
    .map((line) => ({ ...line, facts: factsOf(line, frame.locale, fixOf) }))
  const isFault = lines.some(({ cause, kind }) => cause === 'fault' && kind !== 'ended')
  const left = lines.length - shown.length
  const [first] = shown
  const others = lines.length - 1
  const isNamed = first && (others === 0 || first.cause === 'sign_in')
  const title = isNamed ? words.title(first.cause, first.kind, first.facts) : null
  return renderMail(
    {
      subject: title ? (others > 0 ? words.subjectWith(title, others) : title) : words.subject(lines.length),
      before: [
        ...shown.map(({ cause, kind, facts }) => sentenceOf(words, cause, kind, facts)),
        ...(left > 0 ? [words.more(left)] : []),
      ],
      button: words.button,
      after: isFault ? [words.danger] : [],
      also: { label: words.mute, link: muteLink },
    },
    `${PUBLIC_URL}/alerts`,
    frame,
  )
}

/** Composes mails about alerts: each has all notices that wait when it is sent, and nothing that is over. */
export function createAlertMails({ db, secret, now, fixesOf, config: { PUBLIC_URL } }: Deps): Mails {
  const tokens = linkTokens(secret, 'alert_mute')

  async function compose({ id, mail: { owner } }: WaitingMail): Promise<OutgoingMail | null> {
    const to = owner === null ? undefined : await recipientOf(db, owner)
    if (owner === null || !to) return null
    const notices = noticeStore(db)
    const lines = await notices.take(owner, id, to.address, now())
    const over = lines.filter((line) => isOver(line, now()))
    if (over.length > 0)
      await notices.settle(
        over.map((line) => line.id),
        'over',
        now(),
      )
    const left = lines.filter((line) => !over.includes(line))
    if (left.length === 0) return null
    const token = tokens.write(id)
    const fixOf = left.some(({ cause }) => cause === 'battery') ? await fixesOf(owner) : () => null
    const muteLink = `${PUBLIC_URL}/alerts/mute#token=${token}`
    const letter = write(byUrgency(signInsTogether(left)), fixOf, {
      language: to.language,
      PUBLIC_URL,
      muteLink,
    })
    const unsubscribe = `${PUBLIC_URL}${unsubscribeByMail.path}?token=${token}`
    return { id, to: to.address, lang: to.language, ...letter, unsubscribe }
  }
  return {
    kinds: [ALERT_MAIL],
    compose,
    patienceWith: () => ({ life: 24 * HOUR_MS, longest: HOUR_MS }),
    onDone: (id, isSent) => noticeStore(db).settleMail(id, isSent ? 'sent' : 'failed', now()),
  }
}
