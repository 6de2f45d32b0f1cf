export const email = {
  mailed:
    'We have sent an e-mail to {{email}}. The new address counts as soon as you confirm it with the link in there, within 24 hours. Until then {{present}} counts.',
  pending: '{{email}} is not confirmed yet. Until it is, {{present}} counts.',
  pendingAlone: '{{email}} is not confirmed yet.',
  lost: 'Your e-mail address was never confirmed, and somebody else has confirmed by now that it is theirs. Enter your own address here: without one you cannot sign in again.',
  unconfirmed:
    'Your e-mail address is not confirmed yet. Until you do that with the link in our e-mail, we write nothing else to you about your account and send no link to choose a new password. An account that has had no battery for 14 days is deleted.',
  again: 'Send the link again',
  discard: 'Discard the new address',
  sent: 'We have sent another e-mail to {{email}}. Please look in the spam folder too.',
  discarded: 'The new address is discarded. {{email}} stays.',
  over: 'That has changed meanwhile. You see the latest state here.',
  confirm: {
    title: 'Confirm your e-mail address',
    intro:
      'Please enter the password of your account. That way nobody gets into your account who received our e-mail only because of a typo in the address.',
    submit: 'Confirm the address',
    busy: 'Confirming …',
    done: '{{email}} is confirmed and now counts for your account. You sign in with this address.',
    dashboard: 'Go to the dashboard',
    signIn: 'Go to sign-in',
    failed:
      'This link does not work. Perhaps it has expired or was used already, or the change was discarded. Under “User” you see which address counts; we also send you a new link from there.',
    user: 'Go to “User”',
  },
  undo: {
    title: 'Undo the change of address',
    intro: 'You did not change the e-mail address of your account yourself? Then undo it here:',
    address: 'The address that we sent you this link to counts again.',
    devices: 'All devices are signed out.',
    password: 'The password no longer works. We send you a link to choose a new one.',
    provider: 'Sign-in with another provider is unlinked, if there is one.',
    submit: 'Undo the change',
    busy: 'Undoing …',
    done: '{{email}} counts for your account again. All devices are signed out.',
    next: 'We are now sending a link to this address, with which you choose a new password. It works for 30 minutes. Please look in the spam folder too.',
    again: 'Ask for another link',
    failed:
      'This link does not work. Perhaps it is older than seven days or was used already. If you cannot get into your account, customer service will help you.',
    contact: 'Contact customer service',
  },
}
