import { accountStore, type Language } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { resetStore } from '../resets/store.ts'
import { RESET_LIFE_MS, resetTokens } from '../resets/token.ts'
import type { Mail, WaitingMail } from './store.ts'
import type { Letter } from './transport.ts'
import { texts, type Words, whenOf, write } from './write.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT_URL' | 'OIDC_NAME'>
}
type Recipient = { readonly to: string; readonly lang: Language; readonly link: string }

/** Makes letters of what waits, for whoever the owner is by now. */
export function composing({ db, secret, now, config: { PUBLIC_URL, CONTACT_URL, OIDC_NAME } }: Deps) {
  const accounts = accountStore(db)
  const links = resetStore(db)
  const tokens = resetTokens(secret)
  const choosePassword = `${PUBLIC_URL}/password_reset`
  const pages: Record<Exclude<Mail['kind'], 'reset'>, string> = {
    welcome: `${PUBLIC_URL}/dashboard`,
    email_changed: CONTACT_URL ?? `${PUBLIC_URL}/contact`,
    password_changed: choosePassword,
    system_claimed: choosePassword,
    system_lost: CONTACT_URL ?? `${PUBLIC_URL}/contact`,
    token_reused: choosePassword,
    linked: choosePassword,
    sign_in_attacked: `${PUBLIC_URL}/login`,
  }

  /** To the address that the account has, however the one asked for was written. */
  async function resetting(address: string, { id, createdAt }: WaitingMail): Promise<Recipient | null> {
    const account = await accounts.byEmail(address)
    const profile = account && (await accounts.profile(account.id))
    if (!profile) return null
    const expiresAt = new Date(createdAt.getTime() + RESET_LIFE_MS)
    if (!(await links.issue(id, account.id, expiresAt, now()))) return null
    // What follows the # is sent to no server, and so is in no log.
    return { to: profile.email, lang: profile.language, link: `${choosePassword}#token=${tokens.write(id)}` }
  }

  async function noticing(mail: Exclude<Mail, { kind: 'reset' }>): Promise<Recipient | null> {
    const profile = await accounts.profile(mail.owner)
    if (!profile) return null
    const to = mail.kind === 'email_changed' ? mail.address : profile.email
    return { to, lang: profile.language, link: pages[mail.kind] }
  }

  function wordsOf(mail: Mail, lang: Language, when: string): Words {
    switch (mail.kind) {
      case 'system_claimed':
      case 'system_lost':
        return texts[lang][mail.kind]({ when, sn: mail.details.sn })
      case 'linked':
        return texts[lang].linked({ when, provider: OIDC_NAME })
      default:
        return texts[lang][mail.kind]({ when })
    }
  }

  /** null where there is nobody to write to (any more), or nothing that would be of use. */
  return async function compose(waiting: WaitingMail): Promise<Letter | null> {
    const { id, mail, createdAt } = waiting
    const recipient = mail.kind === 'reset' ? await resetting(mail.address, waiting) : await noticing(mail)
    if (!recipient) return null
    const { to, lang, link } = recipient
    return { id, to, lang, ...write(wordsOf(mail, lang, whenOf(createdAt, lang)), link, lang) }
  }
}
export type Compose = ReturnType<typeof composing>
