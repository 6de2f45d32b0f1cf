import { frames } from '../../../platform/mail/frames.ts'
import type { Texts } from './de.ts'
import { systemMails } from './en-systems.ts'

export const en: Texts = {
  ...frames.en,

  welcome: ({ when }) => ({
    subject: 'Welcome to Kellersonne',
    before: [
      `Your account was created on ${when}. From now on the portal shows you what the sun in your basement is doing.`,
    ],
    button: 'Open the portal',
    after: [
      'This wasn’t you? Then somebody has used your e-mail address. Choose a new password with “Forgot your password?” on the sign-in page; then you can delete the account.',
    ],
  }),

  registration: ({ when }) => ({
    subject: 'Your Kellersonne account: one more step',
    before: [
      `Somebody registered with this e-mail address on ${when}. This link makes it your account. It works for 24 hours, and only once.`,
      'After that, switch the main switch of your battery off and on again within ten minutes; if the battery is off already, switch it on first. So open the link when you are at the unit.',
    ],
    button: 'Complete your registration',
    after: ['This wasn’t you? Then you need not do anything: without the link, no account comes of it.'],
  }),

  registration_own: ({ when }) => ({
    subject: 'Your Kellersonne account: one more step',
    before: [
      `Somebody registered with this e-mail address on ${when}. This link makes it your account. It works for 24 hours, and only once.`,
      'After that, create a pairing code in the portal and connect your devices with it.',
    ],
    button: 'Complete your registration',
    after: ['This wasn’t you? Then you need not do anything: without the link, no account comes of it.'],
  }),

  registration_unconfirmed: ({ when }) => ({
    subject: 'Your Kellersonne account: one more step',
    before: [
      `Somebody registered with this e-mail address on ${when}. There is an account with it already, which is not confirmed yet. With this link you confirm it by its password, or create a new one if it is not yours. It works for 24 hours, and only once.`,
      'If you entered the serial number of a battery, switch its main switch off and on again within ten minutes after that; if the battery is off already, switch it on first. So open the link when you are at the unit.',
    ],
    button: 'Complete your registration',
    after: ['This wasn’t you? Then you need not do anything: without the link everything stays as it is.'],
  }),

  account_exists: ({ when }) => ({
    subject: 'You have a Kellersonne account already',
    before: [
      `Somebody registered with this e-mail address on ${when}. There is an account with it already, which stays as it is. Sign in to it and add your battery in the settings.`,
      'Have you forgotten your password? Choose a new one on the sign-in page.',
    ],
    button: 'Sign in',
    after: ['This wasn’t you? Then you need not do anything.'],
  }),

  reset: ({ when }) => ({
    subject: 'Choose a new password',
    before: [
      `A new password for your account was asked for on ${when}. Choose it with this link. It works for 30 minutes, and only once.`,
    ],
    button: 'Choose a new password',
    after: ['This wasn’t you? Then you need not do anything: your password stays as it is.'],
  }),

  password_changed: ({ when }) => ({
    subject: 'Your password was changed',
    before: [
      `The password of your account was changed on ${when}. Other devices have been signed out, and links to values for the battery passport no longer work. Notifications are off in all browsers.`,
      'This was you? Then you need not do anything. This wasn’t you? Then choose a new password at once.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  reset_unconfirmed: ({ when }) => ({
    subject: 'New password: your address is not confirmed yet',
    before: [
      `A new password was requested on ${when} for the account with this e-mail address. The address has not been confirmed yet, so we cannot send a link for that.`,
      'Do you remember your password after all? Then confirm the address with the link in our earlier e-mail. If not, customer service will help you.',
    ],
    button: 'Contact customer service',
    after: ['This wasn’t you? Then you need not do anything.'],
  }),

  email_confirmation: ({ when }) => ({
    subject: 'Please confirm your e-mail address',
    before: [
      `A Kellersonne account was created with this e-mail address. Confirm with this link and your password that the address is yours. The link was sent on ${when} and works for 14 days.`,
      'Until then we write nothing to you about your account, and send no link to choose a new password. An account without a battery is deleted after 14 days if its address is not confirmed.',
    ],
    button: 'Confirm the address',
    after: [
      'This wasn’t you? Then somebody has mistyped their address. You need not do anything: without the password the link has no effect.',
    ],
  }),

  email_change: ({ when }) => ({
    subject: 'Please confirm your new e-mail address',
    before: [
      `This e-mail address was entered for a Kellersonne account on ${when}. It counts as soon as you confirm it with this link and your password. The link works for 24 hours.`,
    ],
    button: 'Confirm the new address',
    after: [
      'This wasn’t you? Then somebody has mistyped their address. You need not do anything: without the password the link has no effect.',
    ],
  }),

  email_taken: ({ when }) => ({
    subject: 'This e-mail address already has a Kellersonne account',
    before: [
      `Somebody tried to enter this e-mail address for another Kellersonne account on ${when}. It has an account already; both stay as they are.`,
      'Was it you, and you need only one of the two? Then change the address of this account or delete it; after that you can enter it for the other one.',
    ],
    button: 'Sign in',
    after: ['This wasn’t you? Then you need not do anything.'],
  }),

  email_changed: ({ when }) => ({
    subject: 'Your e-mail address was changed',
    before: [
      `Since ${when} your account has had another e-mail address. We no longer write to this one, and it no longer signs you in.`,
      'Was it you? Then you need not do anything. This wasn’t you? Then undo the change within seven days: all sessions end, and you choose a new password.',
    ],
    button: 'Undo the change',
    after: [],
  }),

  email_lost: ({ when }) => ({
    subject: 'This e-mail address no longer belongs to an account',
    before: [
      `Since ${when} this e-mail address no longer belongs to a Kellersonne account: another one was confirmed there, or a former one undid the change.`,
      'Did you expect that, or have you no account? Then you need not do anything. If not, contact customer service, best with a photo of the nameplate of your battery.',
    ],
    button: 'Contact customer service',
    after: [],
  }),

  ...systemMails,

  token_reused: ({ when }) => ({
    subject: 'A session was ended for your security',
    before: [
      `An access key of your account that had been used up was used again on ${when}. Somebody may have copied it. We have ended the session; the device concerned needs to sign in again.`,
      'Have you just restored a device from a backup, or copied browser data? Then you need not do anything. If not, choose a new password: that ends all sessions.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  sign_in_attacked: ({ when }) => ({
    subject: 'Many wrong passwords for your account',
    before: [
      `By ${when}, more than a hundred wrong passwords had been tried for your account within a day, from networks that you have never signed in from. Nobody got in with them. We now let further tries from there through only rarely.`,
      'Did you mistype it that often yourself? Then there is nothing to do. If not, somebody is trying to guess your password: should you use it elsewhere, too, choose another one here.',
      'On your own devices and in your usual networks you sign in as always. In a network that is new to you, “Forgot your password?” on the sign-in page helps if need be.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  sign_in_alerts_off: ({ when }) => ({
    subject: 'Sign-in alerts were switched off',
    before: [
      `On ${when}, mails or notifications of sign-ins on new devices were switched off in your account.`,
      'If this was you, you need not do anything. If not, somebody is signed in to your account: choose a new password, which ends all sessions. Then switch “New sign-in” on again on the page “Alerts”.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  account_unused: () => ({
    subject: 'Your Kellersonne account will be deleted in two weeks',
    before: [
      'Nobody has signed in to your account for almost a year, and it has never had a battery. We delete such accounts with all customer data.',
      'Would you like to keep it? Then sign in within two weeks. If not, you need not do anything.',
    ],
    button: 'Sign in',
    after: [],
  }),

  account_removed: ({ when }) => ({
    subject: 'Your Kellersonne account is deleted',
    before: [
      `Your account and all customer data were deleted for good on ${when}. We delete this address, too, as soon as this message is sent.`,
      'The measurements of your batteries stay, without a link to you. Customer service deletes them if you ask for it.',
    ],
    button: 'Reach customer service',
    after: ['This wasn’t you? Then contact customer service.'],
  }),

  unlinked: ({ when, provider }) => ({
    subject: `You can no longer sign in with ${provider}`,
    before: [
      `The link of your account to an account at ${provider} was ended on ${when}. From now on you sign in with your e-mail address and password only. Devices that were signed in stay so.`,
      'This was you? Then you need not do anything. This wasn’t you? Then choose a new password at once.',
    ],
    button: 'Choose a new password',
    after: [],
  }),

  linked: ({ when, provider, account }) => ({
    subject: `You can now sign in with ${provider}`,
    before: [
      `Your account was linked to ${account === undefined ? 'an account' : `the account ${account}`} at ${provider} on ${when}. Whoever signs in there gets into your portal.`,
      'This was you, and the account there is yours? Then you need not do anything. It is somebody else’s account? Then end the link in the settings. This wasn’t you? Then choose a new password at once and end this link, too, as you do so.',
    ],
    button: 'Choose a new password',
    after: [],
  }),
}
