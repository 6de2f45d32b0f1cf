import { describe, expect, it } from 'vitest'
import { type MailText, renderMail, whenOf } from '../../platform/mail/render-mail.ts'
import { texts } from './texts/texts.ts'

const link = 'https://portal.example/password_reset#token=abc'
const facts = { when: 'heute', sn: '1001', provider: '<b>"CleverPV" & Co</b>' }
const kinds = [
  'welcome',
  'registration',
  'registration_own',
  'registration_unconfirmed',
  'account_exists',
  'reset',
  'password_changed',
  'email_changed',
  'system_claimed',
  'system_switched',
  'system_lost',
  'system_given_up',
  'own_system_given_up',
  'system_given_on',
  'gateway_paired',
  'gateway_replaced',
  'sign_in_attacked',
  'sign_in_alerts_off',
  'fault_alerts_off',
  'all_fault_alerts_off',
  'token_reused',
  'linked',
  'unlinked',
  'account_removed',
] as const
const all = (['de', 'en'] as const).flatMap((lang) => kinds.map((kind) => [lang, kind] as const))
const written = (lang: 'de' | 'en', kind: (typeof kinds)[number]) => {
  const words: MailText = texts[lang][kind](facts)
  return { words, mail: renderMail(words, link, { ...texts[lang], lang }) }
}

describe('the text of a mail', () => {
  it.each(all)('%s %s says the same as text and as HTML, and what to do if it was not you', (lang, kind) => {
    const { words, mail } = written(lang, kind)
    const { text, html } = mail
    expect(text).toContain('heute')
    expect(text).toContain(link)
    expect(html).toContain(`href="${link}"`)
    expect(text).toMatch(lang === 'de' ? /nicht Sie\?|Wenn nicht,/ : /wasn’t you\?|If not,/)
    for (const sentence of [...words.before, ...words.after]) {
      expect(text).toContain(sentence)
      if (!/[<&"']/.test(sentence)) expect(html).toContain(sentence)
    }
    expect(mail.subject).toMatch(/^[^\r\n]{10,78}$/)
  })

  it.each(all)('%s %s loads nothing, runs nothing and follows nobody', (lang, kind) => {
    const { html } = written(lang, kind).mail
    expect(html).not.toMatch(/<(img|script|link|iframe|style)|url\(|on\w+=/i)
    const addresses = [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, address]) => address)
    expect(new Set(addresses)).toEqual(new Set([link]))
  })

  it('holds no markup but its own', () => {
    const { html } = written('de', 'linked').mail
    expect(html).toContain('&lt;b&gt;&quot;CleverPV&quot; &amp; Co&lt;/b&gt;')
    expect(html).not.toContain('<b>')
  })

  it('says when in Berlin, and that it is', () => {
    expect(whenOf(new Date('2026-11-21T13:05:00Z'), texts.de.locale)).toBe('21. November 2026 um 14:05 MEZ')
    expect(whenOf(new Date('2026-06-21T13:05:00Z'), texts.de.locale)).toBe('21. Juni 2026 um 15:05 MESZ')
    expect(whenOf(new Date('2026-11-21T13:05:00Z'), texts.en.locale)).toBe('21 November 2026 at 14:05 CET')
  })
})
