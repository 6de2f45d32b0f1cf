import type { systemMails as german } from './de-systems.ts'

const UNLESS_YOU =
  'If this was you, you need not do anything. If not, somebody is signed in to your account: choose a new password, which ends all sessions. Then check on the page “Alerts” what is still switched on, and switch “Faults” on again.'

/** Mails to owners about their systems. */
export const systemMails: typeof german = {
  system_claimed: ({ when, sn }) => ({
    subject: `Storage system ${sn} now belongs to your account`,
    before: [
      `The storage system with the serial number ${sn} was added to your account on ${when}.`,
      'This was you? Then you need not do anything. This wasn’t you? Then choose a new password, and release the system in the settings.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  system_switched: ({ when, sn }) => ({
    subject: `Storage system ${sn} now belongs to your account`,
    before: [
      `The storage system with the serial number ${sn} was added to your account on ${when} by its main switch.`,
      'This was you? Then also enter the registration code from the nameplate in the settings: otherwise, for the first 30 days, whoever knows it can take the system over, such as its previous owner.',
      'This wasn’t you? Then choose a new password, and release the system in the settings.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  system_lost: ({ when, sn }) => ({
    subject: `Battery ${sn} does not belong to your account any more`,
    before: [
      `You had added the battery with the serial number ${sn} by its main switch. On ${when} somebody added it with the registration code printed on its nameplate. In the first 30 days the code counts for more; the battery now belongs to that account.`,
      'Is it somebody of your household, or did you expect this? Then there is nothing to do. If not, object within seven days at customer service, best with a photograph of the nameplate.',
    ],
    button: 'Reach customer service',
    after: [],
  }),

  system_given_up: ({ when, sn }) => ({
    subject: `Battery ${sn} was given up`,
    before: [
      `On ${when}, battery ${sn} was given up in your account. It no longer belongs to it.`,
      'If this was you, you need not do anything. If not, somebody knows your password: choose a new one, which ends all sessions. Then add the battery again by its code in the settings; it begins anew there, and what it measured until now is in your export only. If that fails, customer service helps.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  own_system_given_up: ({ when, sn }) => ({
    subject: `Battery ${sn} was given up`,
    before: [
      `On ${when}, battery ${sn} was given up in your account. It no longer belongs to it, and we accept no more values from its gateway.`,
      'If this was you, you need not do anything. If not, somebody knows your password: choose a new one, which ends all sessions. Then pair the gateway anew in the settings; the battery gets another serial number and begins anew, and what it measured until now is in your export only.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  system_given_on: ({ when, sn }) => ({
    subject: `Battery ${sn} was given up`,
    before: [
      `On ${when}, battery ${sn} was given up in your account while somebody had asked for it by its code. It now belongs to that account.`,
      'If this was you, you need not do anything. If not, somebody knows your password: choose “Forgot your password?” on the sign-in page and set a new one, which ends all sessions. The code does not bring the battery back: object at customer service, best with a photograph of the nameplate.',
    ],
    button: 'Reach customer service',
    after: [],
  }),

  system_released: ({ when, sn }) => ({
    subject: `Battery ${sn} does not belong to your account any more`,
    before: [
      `Customer service detached the battery with the serial number ${sn} from your account on ${when}, for example because it belongs to somebody else now. Nobody who owns it later sees your values so far.`,
    ],
    button: 'Reach customer service',
    after: ['You did not expect this? Then contact customer service.'],
  }),

  system_handed_over: ({ when, sn }) => ({
    subject: `Battery ${sn} has been handed over`,
    before: [
      `The battery with the serial number ${sn} has not belonged to your account since ${when}: somebody entered the registration code from its nameplate and used its main switch, and you did not object within seven days. Its new owner does not see your values so far.`,
    ],
    button: 'Reach customer service',
    after: ['You did not expect this? Then contact customer service.'],
  }),

  handover_begun: ({ when, sn }) => ({
    subject: `Do you want to hand over battery ${sn}?`,
    before: [
      `On ${when} somebody with another account entered the registration code of the battery with the serial number ${sn} in order to take it over.`,
      'Have you sold the house or the battery? Then there is nothing to do, or you hand it over at once in the settings. Is it still yours? Then object there within seven days. The new owner does not see your values so far.',
    ],
    button: 'Go to the settings',
    after: [],
  }),

  handover_unconfirmed: ({ when }) => ({
    subject: 'Do you want to hand over your battery?',
    before: [
      `On ${when} somebody with another account entered the registration code of a battery of the account with this e-mail address in order to take it over. The portal shows which one it is; this mail does not, because the address has not been confirmed yet.`,
      'Have you sold the house or the battery? Then there is nothing to do. Is it still yours? Then object in the settings within seven days.',
    ],
    button: 'Go to the settings',
    after: ['You have no account with us? Then somebody mistyped their address, and there is nothing to do.'],
  }),

  handover_ended: ({ sn }) => ({
    subject: `Battery ${sn} will not be handed over`,
    before: [
      `The hand-over of the battery with the serial number ${sn} to your account has ended: its present owner has objected, the main switch was not used in time, or the code was replaced.`,
      'Is the battery yours? Then customer service can help, best with the contract of sale and a photograph of the nameplate.',
    ],
    button: 'Reach customer service',
    after: [],
  }),

  gateway_paired: ({ when, sn }) => ({
    subject: `A gateway is paired with your account`,
    before: [
      `On ${when} a gateway was connected with a pairing code from your account. Its values appear under the serial number ${sn}.`,
      'Was that you? Then there is nothing to do. That wasn’t you? Then lock the gateway in the settings and choose a new password.',
    ],
    button: 'Go to the settings',
    after: [],
  }),

  gateway_replaced: ({ when, sn }) => ({
    subject: `The gateway of your system ${sn} has been replaced`,
    before: [
      `On ${when} a gateway was connected in place of the former one to the system with the serial number ${sn}, with a pairing code from your account. The secret of the former one no longer works.`,
      'Was that you? Then there is nothing to do. That wasn’t you? Then lock the gateway in the settings, choose a new password and pair your own again.',
    ],
    button: 'Go to the settings',
    after: [],
  }),

  fault_alerts_off: ({ when, sn }) => ({
    subject: `Mails about faults of battery ${sn} were switched off`,
    before: [
      `On ${when}, mails or notifications about faults of the battery with the serial number ${sn} were switched off in your account. You no longer get a mail when it reports a fault.`,
      UNLESS_YOU,
    ],
    button: 'Choose a new password',
    after: [],
  }),

  all_fault_alerts_off: ({ when }) => ({
    subject: 'Mails about faults of all your batteries were switched off',
    before: [
      `On ${when}, mails or notifications about faults were switched off in your account. You no longer get a mail when one of your batteries reports a fault.`,
      UNLESS_YOU,
    ],
    button: 'Choose a new password',
    after: [],
  }),
}
