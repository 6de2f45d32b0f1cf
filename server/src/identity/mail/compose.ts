import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { renderMail, whenOf } from '../../platform/mail/render-mail.ts'
import type { WaitingMail } from '../../platform/mail/store.ts'
import type { ComposedMail, Mails } from '../../platform/mail/worker.ts'
import { mail as anyMail, backOffFor, mailKinds, unprovenKinds } from './mails.ts'
import { createRecipientResolver, unprovenTexts } from './recipients.ts'
import { texts } from './texts/texts.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT_URL' | 'OIDC_NAME'>
}

/** Composes the mails in the outbox, with each owner's address at the time of sending. */
export function createMailComposer(deps: Deps): Mails {
  const address = createRecipientResolver(deps)
  const provider = deps.config.OIDC_NAME

  async function compose({ id, mail: stored, createdAt }: WaitingMail): Promise<ComposedMail | null> {
    const mail = anyMail.parse(stored)
    const recipient = await address({ id, mail, createdAt })
    if (!recipient) return null
    const { to, lang, link, text } = recipient
    const sn = 'details' in mail && 'sn' in mail.details ? mail.details.sn : ''
    const account = mail.kind === 'linked' ? mail.details.email : undefined
    const frame = texts[lang]
    const words = frame[text]({ when: whenOf(createdAt, frame.locale), sn, provider, account })
    const letter = renderMail(words, link, { ...frame, lang })
    return { id, to, lang, ...letter, isUnproven: unprovenTexts.has(text) }
  }
  return { kinds: mailKinds, unproven: unprovenKinds, compose, patienceWith: backOffFor }
}
