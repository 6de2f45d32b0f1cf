export const provider = {
  title: 'Sign in',
  with: 'Sign in with {{name}}',
  intro: 'You sign in at {{name}} and come back here.',
  leave: 'Continue to {{name}}',
  leaving: 'Continuing to {{name}} …',
  staySignedIn: 'Stay signed in',
  withPassword: 'Sign in with e-mail address and password',
  none: 'Signing in through another provider is not available here.',
  finishing: 'Checking your sign-in …',
  link: 'Connect account',
  linkIntro:
    'There is an account for this address here already. Enter its password once: after that you can sign in with {{name}} too.',
  linkUnconfirmed:
    'An account here uses this address, but nobody has confirmed it yet. If it is yours, enter its password once: after that you can sign in with {{name}} too. If it is not, register: the address then moves to your account.',
  notMine: 'Not my account: register',
  email: 'E-mail address',
  password: 'Password',
  passwordMissing: 'Please enter your password.',
  showPassword: 'Show password',
  connect: 'Connect and sign in',
  connecting: 'Signing in …',
  other: 'the other provider',
  linking: 'Connecting your account …',
  linked: 'Your account is now connected with {{name}}.',
  linkOver:
    'Nothing was connected. Connecting works for ten minutes, and only where you began it. Begin once more in the settings.',
  linkRefused:
    'Nothing was connected: the sign-in at {{name}} was cancelled or refused, or {{name}} did not ask once more who you are.',
  toSettings: 'Go to the settings',
  again: 'Sign in at {{name}} again',
}
