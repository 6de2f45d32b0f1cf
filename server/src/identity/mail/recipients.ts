import type { Config } from '../../platform/config.ts'
import type { Db } from '../../platform/db/database.ts'
import { linkTokens } from '../../platform/links/link-tokens.ts'
import { accountStore, type Language } from '../accounts/store.ts'
import { emailLinkStore } from '../email/link-store.ts'
import { registrationStore } from '../registration/store.ts'
import { RESET_LIFE_MS, resetStore } from '../resets/store.ts'
import type { Mail } from './mails.ts'

type Deps = {
  readonly db: Db
  readonly secret: Buffer
  readonly now: () => Date
  readonly config: Pick<Config, 'PUBLIC_URL' | 'CONTACT_URL'>
}
/** A mail that is about to be sent. */
type Waiting = { readonly id: string; readonly mail: Mail; readonly createdAt: Date }
/** Mails that need more than the owner's address and a page. */
type Special = 'reset' | 'registration' | 'email_changed' | 'email_confirmation' | 'account_removed'
type Change = Extract<Mail, { kind: 'email_changed' }>
type Confirmation = Extract<Mail, { kind: 'email_confirmation' }>
/** The recipient of a mail, its text, and the target of its button. */
type Recipient = {
  readonly to: string
  readonly lang: Language
  readonly link: string
  readonly text:
    | Mail['kind']
    | 'account_exists'
    | 'registration_own'
    | 'registration_unconfirmed'
    | 'system_switched'
    | 'email_taken'
    | 'email_change'
    | 'reset_unconfirmed'
    | 'handover_unconfirmed'
}

/** They go to addresses that nobody has confirmed, or that anybody may have typed. */
export const unprovenTexts: ReadonlySet<Recipient['text']> = new Set([
  'registration',
  'registration_own',
  'registration_unconfirmed',
  'account_exists',
  'email_confirmation',
  'email_change',
  'email_taken',
  'email_lost',
  'reset_unconfirmed',
  'handover_unconfirmed',
])

/** Determines a mail's recipient. Browsers do not send the fragment (after #) of a link, so it appears in no log. */
export function createRecipientResolver({ db, secret, now, config: { PUBLIC_URL, CONTACT_URL } }: Deps) {
  const accounts = accountStore(db)
  const resets = linkTokens(secret, 'reset')
  const registrations = linkTokens(secret, 'registration')
  const confirmations = linkTokens(secret, 'email_confirmation')
  const undos = linkTokens(secret, 'email_undo')
  const choosePassword = `${PUBLIC_URL}/password_reset`
  const contact = CONTACT_URL ?? `${PUBLIC_URL}/contact`
  const pages: Record<Exclude<Mail['kind'], Special>, string> = {
    welcome: `${PUBLIC_URL}/dashboard`,
    account_unused: `${PUBLIC_URL}/login`,
    password_changed: choosePassword,
    system_claimed: choosePassword,
    system_lost: contact,
    system_released: contact,
    system_given_up: choosePassword,
    own_system_given_up: choosePassword,
    system_given_on: contact,
    system_handed_over: contact,
    handover_begun: `${PUBLIC_URL}/settings`,
    handover_ended: contact,
    gateway_paired: `${PUBLIC_URL}/settings`,
    gateway_replaced: `${PUBLIC_URL}/settings`,
    email_lost: contact,
    token_reused: choosePassword,
    linked: choosePassword,
    unlinked: choosePassword,
    sign_in_attacked: choosePassword,
    sign_in_alerts_off: choosePassword,
    fault_alerts_off: choosePassword,
    all_fault_alerts_off: choosePassword,
  }

  /** Looks up the account of an address; uses the account's own spelling of it. */
  async function profileOf(address: string) {
    const account = await accounts.byEmail(address)
    const profile = account && (await accounts.profile(account.id))
    if (!account || !profile) return null
    const { email: to, language: lang, emailConfirmedAt } = profile
    return { id: account.id, to, lang, isConfirmed: emailConfirmedAt !== null }
  }

  async function resetting(address: string, { id, createdAt }: Waiting): Promise<Recipient | null> {
    const profile = await profileOf(address)
    if (!profile) return null
    const { to, lang } = profile
    if (!profile.isConfirmed) return { to, lang, link: contact, text: 'reset_unconfirmed' }
    const expiresAt = new Date(createdAt.getTime() + RESET_LIFE_MS)
    if (!(await resetStore(db).issue(id, profile.id, expiresAt, now()))) return null
    const link = `${choosePassword}#token=${resets.write(id)}`
    return { to, lang, link, text: 'reset' }
  }

  async function registering(address: string, registration: string): Promise<Recipient | null> {
    const profile = await profileOf(address)
    if (profile?.isConfirmed)
      return { to: profile.to, lang: profile.lang, link: `${PUBLIC_URL}/login`, text: 'account_exists' }
    const kind = await registrationStore(db).kind(registration, now())
    const link = `${PUBLIC_URL}/register/confirm#token=${registrations.write(registration)}`
    if (!kind) return null
    const ofNew = kind.isOwn ? 'registration_own' : 'registration'
    const text = profile ? 'registration_unconfirmed' : ofNew
    return { to: address, lang: kind.language, link, text }
  }

  async function confirming({ owner, address, details }: Confirmation): Promise<Recipient | null> {
    const [found, profile, holder] = await Promise.all([
      emailLinkStore(db).find(details.link, 'confirm', now()),
      accounts.profile(owner),
      profileOf(address),
    ])
    if (!found || !profile) return null
    const lang = profile.language
    if (holder?.isConfirmed && holder.id !== owner)
      return { to: holder.to, lang: holder.lang, link: `${PUBLIC_URL}/login`, text: 'email_taken' }
    const link = `${PUBLIC_URL}/email/confirm#token=${confirmations.write(details.link)}`
    return { to: address, lang, link, text: holder?.id === owner ? 'email_confirmation' : 'email_change' }
  }

  async function undoing({ owner, address, details }: Change): Promise<Recipient | null> {
    const profile = await accounts.profile(owner)
    const link = `${PUBLIC_URL}/email/undo#token=${undos.write(details.link)}`
    return profile ? { to: address, lang: profile.language, link, text: 'email_changed' } : null
  }

  /** Sends nothing about an owner, or their systems, to an address that may be somebody else's. */
  async function noticing(mail: Exclude<Mail, { kind: Special }>): Promise<Recipient | null> {
    const profile = await accounts.profile(mail.owner)
    if (!profile) return null
    const { email, language: lang } = profile
    if (mail.kind === 'handover_begun' && email !== '' && !profile.emailConfirmedAt)
      return { to: email, lang, link: pages.handover_begun, text: 'handover_unconfirmed' }
    const to = mail.kind === 'email_lost' ? mail.address : profile.emailConfirmedAt && profile.email
    if (!to) return null
    const isSwitched = mail.kind === 'system_claimed' && mail.details.by === 'switch'
    const text = isSwitched ? 'system_switched' : mail.kind
    return { to, lang, link: pages[mail.kind], text }
  }

  /** Resolves to null if there is no recipient (any more), or the mail would be of no use. */
  return async (waiting: Waiting): Promise<Recipient | null> => {
    const { mail } = waiting
    if (mail.kind === 'reset') return resetting(mail.address, waiting)
    if (mail.kind === 'registration') return registering(mail.address, mail.details.registration)
    if (mail.kind === 'email_confirmation') return confirming(mail)
    if (mail.kind === 'email_changed') return undoing(mail)
    if (mail.kind === 'account_removed')
      return { to: mail.address, lang: mail.details.lang, link: contact, text: mail.kind }
    return noticing(mail)
  }
}
