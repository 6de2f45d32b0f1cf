import { registrationStore } from '../accounts/registration-store.ts'
import { accountStore, type Language } from '../accounts/store.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { RESET_LIFE_MS, resetStore } from '../resets/store.ts'
import { linkTokens } from './link-tokens.ts'
import type { Mail, WaitingMail } from './store.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT_URL'>
}
type Linked = 'reset' | 'registration'
/** Who gets a mail, with which text, and where its button leads. */
type Recipient = {
  readonly to: string
  readonly lang: Language
  readonly link: string
  readonly text: Mail['kind'] | 'account_exists'
}

/** Finds out whom a mail is for. What follows the # of a link is sent to no server, and so is in no log. */
export function addressing({ db, secret, now, config: { PUBLIC_URL, CONTACT_URL } }: Deps) {
  const accounts = accountStore(db)
  const resets = linkTokens(secret, 'reset')
  const registrations = linkTokens(secret, 'registration')
  const choosePassword = `${PUBLIC_URL}/password_reset`
  const contact = CONTACT_URL ?? `${PUBLIC_URL}/contact`
  const pages: Record<Exclude<Mail['kind'], Linked>, string> = {
    welcome: `${PUBLIC_URL}/dashboard`,
    email_changed: contact,
    password_changed: choosePassword,
    system_claimed: choosePassword,
    system_lost: contact,
    token_reused: choosePassword,
    linked: choosePassword,
    sign_in_attacked: choosePassword,
  }

  /** The address that the account has, however the one given was written. */
  async function profileOf(address: string) {
    const account = await accounts.byEmail(address)
    const profile = account && (await accounts.profile(account.id))
    return account && profile ? { id: account.id, to: profile.email, lang: profile.language } : null
  }

  async function resetting(address: string, { id, createdAt }: WaitingMail): Promise<Recipient | null> {
    const profile = await profileOf(address)
    if (!profile) return null
    const expiresAt = new Date(createdAt.getTime() + RESET_LIFE_MS)
    if (!(await resetStore(db).issue(id, profile.id, expiresAt, now()))) return null
    const link = `${choosePassword}#token=${resets.write(id)}`
    return { to: profile.to, lang: profile.lang, link, text: 'reset' }
  }

  async function registering(address: string, registration: string): Promise<Recipient | null> {
    const profile = await profileOf(address)
    if (profile)
      return { to: profile.to, lang: profile.lang, link: `${PUBLIC_URL}/login`, text: 'account_exists' }
    const lang = await registrationStore(db).language(registration, now())
    const link = `${PUBLIC_URL}/register/confirm#token=${registrations.write(registration)}`
    return lang ? { to: address, lang, link, text: 'registration' } : null
  }

  async function noticing(mail: Exclude<Mail, { kind: Linked }>): Promise<Recipient | null> {
    const profile = await accounts.profile(mail.owner)
    if (!profile) return null
    const to = mail.kind === 'email_changed' ? mail.address : profile.email
    return { to, lang: profile.language, link: pages[mail.kind], text: mail.kind }
  }

  /** null where there is nobody to write to (any more), or nothing that would be of use. */
  return async (waiting: WaitingMail): Promise<Recipient | null> => {
    const { mail } = waiting
    if (mail.kind === 'reset') return resetting(mail.address, waiting)
    if (mail.kind === 'registration') return registering(mail.address, mail.details.registration)
    return noticing(mail)
  }
}
