import { describe, expect, it } from 'vitest'
import { setUpRegistration } from '../../../test/set-up/registration.ts'
import { systemMail } from '../../systems/mails.ts'
import { addMail } from './mails.ts'

const { api, letters } = setUpRegistration()

describe('a mail about a system', () => {
  it.each([['system_claimed'], ['system_lost'], ['fault_alerts_off']])(
    'AUT-12 AUT-14 ALR-15 %s names the system',
    async (kind) => {
      const { owner } = await api().owner('anna@example.org')
      await api().db.run('update owner set email_confirmed_at = now()')
      await addMail(api().db, systemMail.parse({ kind, owner, details: { sn: '4711' } }), api().now())
      const [letter] = await letters()
      expect(letter?.subject).toContain('Speicher 4711 ')
      expect(letter?.text).toContain('Seriennummer 4711 ')
    },
  )
})

describe('a mail about a new link to the provider', () => {
  it.each([
    ['de', { email: 'bert@cleverpv.example' }, 'mit dem Konto bert@cleverpv.example bei CleverPV verbunden'],
    ['en', { email: 'bert@cleverpv.example' }, 'to the account bert@cleverpv.example at CleverPV on'],
    ['de', {}, 'mit einem Konto bei CleverPV verbunden'],
    ['en', {}, 'to an account at CleverPV on'],
  ])('AUT-18 says in %s whose account %j it is', async (lang, details, words) => {
    const { owner } = await api().owner('anna@example.org')
    await api().db.run('update owner set email_confirmed_at = now(), language = $1', [lang])
    await addMail(api().db, { kind: 'linked', owner, details }, api().now())
    const [letter] = await letters()
    expect(letter?.text).toContain(words)
    expect(letter?.subject).not.toContain('bert')
  })
})
