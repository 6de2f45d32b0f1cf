import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import type { WaitingMail } from '../../platform/mail/store.ts'
import type { Letter } from '../../platform/mail/transport.ts'
import type { Mails } from '../../platform/mail/worker.ts'
import { whenOf, write } from '../../platform/mail/write.ts'
import { createAddressing } from './addressing.ts'
import { mail as anyMail, mailKinds, patienceWith } from './mails.ts'
import { texts } from './texts/texts.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT_URL' | 'OIDC_NAME'>
}

/** Composes the mails in the outbox, with each owner's address at the time of sending. */
export function ownersMails(deps: Deps): Mails {
  const address = createAddressing(deps)
  const provider = deps.config.OIDC_NAME

  async function compose({ id, mail: stored, createdAt }: WaitingMail): Promise<Letter | null> {
    const mail = anyMail.parse(stored)
    const recipient = await address({ id, mail, createdAt })
    if (!recipient) return null
    const { to, lang, link, text } = recipient
    const sn = mail.kind === 'system_claimed' || mail.kind === 'system_lost' ? mail.details.sn : ''
    const frame = texts[lang]
    const words = frame[text]({ when: whenOf(createdAt, frame.locale), sn, provider })
    return { id, to, lang, ...write(words, link, { ...frame, lang }) }
  }
  return { kinds: mailKinds, compose, patienceWith }
}
