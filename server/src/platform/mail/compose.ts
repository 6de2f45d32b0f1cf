import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { addressing } from './addressing.ts'
import type { WaitingMail } from './store.ts'
import type { Letter } from './transport.ts'
import { texts, whenOf, write } from './write.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT_URL' | 'OIDC_NAME'>
}

/** Makes letters of what waits, for whoever the owner is by now. */
export function composing(deps: Deps) {
  const address = addressing(deps)
  const provider = deps.config.OIDC_NAME

  /** null where there is nobody to write to (any more), or nothing that would be of use. */
  return async function compose(waiting: WaitingMail): Promise<Letter | null> {
    const { id, mail, createdAt } = waiting
    const recipient = await address(waiting)
    if (!recipient) return null
    const { to, lang, link, text } = recipient
    const sn = mail.kind === 'system_claimed' || mail.kind === 'system_lost' ? mail.details.sn : ''
    const words = texts[lang][text]({ when: whenOf(createdAt, lang), sn, provider })
    return { id, to, lang, ...write(words, link, lang) }
  }
}
export type Compose = ReturnType<typeof composing>
