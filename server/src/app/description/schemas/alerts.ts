import { alert, alertChoice, alertNotice, alertSettings } from '@kellersonne/contract/messages/alerts'
import type { NamedSchemas } from '../../../platform/http/openapi/description.ts'

export const alerts: NamedSchemas = {
  Alert: {
    schema: alert,
    description:
      'Something that an owner should know of. A cause that comes back within a day continues its alert.',
    fields: {
      id: 'Its id.',
      sn: 'The system; null if it concerns the account.',
      cause:
        'Why there is an alert. `silent`: the unit no longer sends anything; `update_switch`: an update waits for the unit to be switched off and on; `rule`: the caller’s own; `winter`: by the forecast, the sun does not cover the house in the next two days; `empty`: by the forecast, the battery runs empty; `storm`: by the forecast, there are gusts of 25 m/s or more at the system’s place within 48 hours.',
      topic: 'What the caller switches on or off.',
      begun_at: 'When the cause began, for the first time; of several sign-ins, the last.',
      raised_at: 'When it had lasted for its waiting time.',
      ended_at: 'When it ended; null while it lasts, and for what happens at one instant.',
      over_at: 'When its end was believed; null before.',
      wavering: 'Whether it keeps coming and going.',
      count:
        'How often the cause has come. Beyond fifty sign-ins within a day, one alert stands for all further ones: their number.',
      rounds: 'How often it became an alert.',
      hold: 'Why no notice is sent at present: `off` or `muted` by the caller; `address`: not confirmed; `late`; `silent`: nothing is known of the system; `quiet` hours; `interval`: with the next mail. Null if nothing is to be told.',
      muted_until: 'Until when it is muted; far in the future: until it is over.',
      code: 'The message that the unit reported; null if it is about none.',
      share: 'In a mass outage, the share of systems in % that is silent at least; else null.',
      rule: 'The caller’s own rule that was fulfilled; else null.',
      scope:
        'Of which systems that is the share: `all`, those of the same `place`, about a degree wide, or of the same time `zone` where the caller has not entered its location.',
      chips: 'The chips of an update, with their versions.',
      finding: 'What the system does otherwise than it used to, by the name of the finding; else null.',
      storm:
        'The storm that is forecast, for `storm`; else null. A forecast of the weather provider, not an official warning.',
      'storm.gust': 'Its highest gust, m/s.',
      'storm.gust_at': 'When the hour of the highest gust begins.',
      'storm.begins_at': 'When the first hour with gusts of 25 m/s or more begins.',
      'storm.ends_at': 'When the last one ends.',
      'storm.soc': 'State of charge expected when it begins, %; null if that is not known.',
      notices: 'The notices sent.',
    },
  },
  AlertNotice: {
    schema: alertNotice,
    description: 'A notice of an alert.',
    fields: {
      kind: 'That it has begun, keeps coming and going, or has ended.',
      channel: 'By mail, or by a message to one of the owner’s browsers.',
      at: 'When it was handed to the outbox.',
      address: 'The address, null before a mail is sent; or the browser’s User-Agent, null if it sent none.',
      outcome:
        'What became of it: `sent`: the mail server or push service has accepted it; `over`: it was no longer true when it could be sent; `failed`; null while it is on its way.',
      settled_at: 'When that was known.',
    },
  },
  AlertSettings: {
    schema: alertSettings,
    description: 'What the caller is notified of by e-mail and in their browsers.',
    fields: {
      quiet: 'Whether there are quiet hours, from 22:00 to 7:00 on the system’s clocks.',
      reachable: 'Whether mails reach the caller: the address is confirmed and the server has a mail server.',
      choices: 'Each topic at each system, and those of the account.',
    },
  },
  AlertChoice: {
    schema: alertChoice,
    description: 'Whether the caller is notified of a topic.',
    fields: {
      sn: 'The system; null for what concerns the account.',
      topic: 'The topic.',
      email: 'Whether by e-mail.',
      push: 'Whether in the caller’s browsers.',
    },
  },
}
