import { expect, it } from 'vitest'
import { setUpAlerts } from '../../../test/set-up/alerts.ts'

const world = setUpAlerts()
const CODE = 'Gesperrt:evil.example/konto'

it.each([
  ['de', 'Speicher', 'Meldung, die Kellersonne nicht kennt', 'vorbei: '],
  ['en', 'Battery', 'message that Kellersonne does not know', 'over: '],
] as const)(
  'ENT-06 ALR-01 a mail in %s does not repeat what a unit says in its own words',
  async (lang, name, what, over) => {
    const { api, owner, report, pass, letters } = world()
    const { system, sn } = await owner()
    await api.db.run('update owner set language = $1', [lang])
    /** A unit that is silent for a quarter of an hour would be an alert of its own. */
    const lasts = async (code?: string) => {
      for (let i = 0; i < 4; i++) {
        await report(system, code)
        await pass(8)
      }
    }
    await lasts(CODE)
    const begun = await letters()
    expect(begun).toMatchObject([{ subject: `${name} ${sn}: ${what}` }])
    await lasts()
    const ended = await letters()
    expect(ended).toMatchObject([{ subject: `${name} ${sn}: ${over}${what}` }])
    for (const { text, html } of [...begun, ...ended]) {
      expect(text).toMatch(
        /die Kellersonne nicht kennt|was Kellersonne nicht kennt|that Kellersonne does not know/,
      )
      expect(`${text} ${html}`).not.toMatch(/evil|Gesperrt/)
    }
  },
)
