export const register = {
  title: 'Register',
  intro: 'An account for your batteries.',
  email: 'E-mail address',
  password: 'Password',
  country: 'Country',
  phone: 'Phone',
  ownSystem: 'I have no such device and connect devices of other makers myself.',
  key1: 'Serial number or registration code',
  keyHint:
    'Both are on the nameplate. A serial number has only digits or only capital letters. With the code, a battery that nobody owns is yours at once; with the serial number alone we send you a link first.',
  key2: 'Second battery (optional)',
  key3: 'Third battery (optional)',
  terms: 'I agree to the terms of use.',
  termsLink: 'Read the terms of use (version {{version}})',
  submit: 'Register',
  busy: 'Registering …',
  haveAccount: 'Already have an account?',
  signIn: 'Sign in',
  ticket: 'Your sign-in with the other provider will be linked to the new account.',
  ticketExpired:
    'The sign-in with the other provider has expired. You can register without it and link it later.',
  failed: 'Registration failed. Please try again.',
  check_one: 'Please check one field.',
  check_other: 'Please check {{count}} fields.',
  refused_one: 'Registration failed. Please check one field.',
  refused_other: 'Registration failed. Please check {{count}} fields.',
  fault: {
    email: {
      required: 'Please enter your e-mail address.',
      format: 'Please enter a valid e-mail address.',
      taken: 'A user with this e-mail address already exists.',
    },
    country: 'Please choose your country.',
    phone: {
      required: 'Please enter your phone number.',
      format: 'Please enter a valid phone number.',
    },
    key: {
      required: 'Please enter the serial number or the registration code.',
      format:
        'Wrong serial number format: digits only or capital letters only, at most {{most}}, or a code of 13 characters.',
      checksum: 'There is a slip in this code. Please compare it with the nameplate.',
      repeated: 'This battery is in another field already.',
      code: 'A registration code has 13 characters, letters and digits.',
      unknown: 'This was not found as a registration code.',
      taken:
        'Code {{place}} is right, but the battery is still used by another user. Whoever gave it away releases it in their settings.',
    },
    own_system: 'Devices of your own cannot be connected here at present.',
    terms: 'Please agree to the terms of use.',
  },
  mailed: {
    title: 'Almost there',
    text: 'We have sent you an e-mail. Please look in your spam folder, too.',
    next: 'Open its link within 24 hours, best at the unit: there you choose the password once more, and then switch the main switch off and on again.',
    nextOwn:
      'Open its link within 24 hours: there you choose the password once more. After that, connect your devices in the portal with a pairing code.',
    code: 'If nobody else owns the battery, the registration code on the nameplate works without a link and without the switch.',
    keepCode:
      'Keep the registration code at hand: if you open the link in another browser, you enter it there once more.',
    again: 'Back to registration',
  },
  confirm: {
    title: 'Complete your registration',
    for: 'Account for',
    numbers_one: 'Battery with the serial number {{numbers}}',
    numbers_other: 'Batteries with the serial numbers {{numbers}}',
    notYours:
      'If this is not your e-mail address, do not go on, even if the batteries are yours: whoever has this address would get the account, and your batteries with it.',
    account: {
      since:
        'There is an account with this address already, created on {{date}} and not confirmed yet. Did you create it?',
      loses: 'If you create a new one, that one keeps its batteries and loses the address.',
      existing: 'Yes, enter its password',
      new: 'No, create a new account',
      intro:
        'Enter the password of the account created on {{date}}; this confirms it. Other devices are signed out, and another provider signs you in only if it confirms this address.',
      password: 'Password of this account',
      submit: 'Confirm the account',
      busy: 'Confirming the account …',
      back: 'Back to the choice',
    },
    intro: 'Choose the password of your account.',
    switch:
      'If you entered a serial number, you then have ten minutes to switch the main switch of your battery off and on again.',
    code: 'Registration code',
    codeOf: 'Registration code {{place}}',
    codes_one:
      'A registration code was entered for this account. We do not keep it: whoever reads this e-mail would get the battery with it, even if the address was mistyped. Please enter it once more, or add the battery later under Settings.',
    codes_other:
      '{{count}} registration codes were entered for this account. We do not keep them: whoever reads this e-mail would get the batteries with them, even if the address was mistyped. Please enter them once more, or add the batteries later under Settings.',
    kept_one: 'This browser has kept your registration code for you.',
    kept_other: 'This browser has kept your registration codes for you.',
    submit: 'Create the account',
    busy: 'Creating the account …',
    check: 'Please check the password.',
    failed:
      'This link does not work any more. It is older than 24 hours or was used already. Sign in, or register once more.',
  },
  done: {
    title: 'Welcome',
    text: 'Registration was successful. You are signed in.',
    systems: 'Your batteries',
    claimed: 'is yours now',
    pending: 'waiting, {{time}} left',
    lapsed: 'time is up',
    yours: 'was yours already',
    handover: 'still belongs to somebody else; the hand-over has begun',
    taken: "is somebody else's",
    unknown: 'was not found',
    switch:
      'Now switch the main switch of your battery off and on again; if the battery was off already, switch it on first. That shows us that it is yours; for this the unit must be connected to the internet.',
    contested:
      'Somebody else waits for one of these numbers, too. So the main switch gives the battery to nobody: enter the registration code on the nameplate under Settings.',
    again: 'Add the number once more under Settings when you are at the unit.',
    unconfirmed:
      'Please confirm your e-mail address: open the link in the e-mail that we have sent you within 14 days.',
    dashboard: 'Go to the dashboard',
  },
}
