import type { Fields } from '../../platform/http/openapi/description.ts'

const ticket = 'What `linkProvider` or `register` need; valid for a short time.'
const tokens: Fields = {
  access: 'Access token, for the header `Authorization: Bearer …`.',
  refresh: 'Refresh token.',
}
const stayLoggedIn = 'Whether the session outlives the browser.'
const url = 'Where to send the browser.'
const registered: Fields = {
  outcome: '`registered`: the account is there and signed in; `mailed`: a link was sent.',
  ...tokens,
  systems: 'What became of the systems that were entered.',
}

const LINKS = 'The links of this battery that work, newest first.'
const RULES = { rules: 'The caller’s own rules, oldest first.', most: 'How many rules a system may have.' }

/** Fields of answers that are no named schema, by the endpoint's name. */
export const answers: Readonly<Record<string, Fields>> = {
  listSessions: {
    id: 'Names the session for `endSession`.',
    current: 'Whether it is the caller’s own.',
    agent: 'The browser’s `User-Agent`; null if it sent none.',
    stay_logged_in: stayLoggedIn,
    created_at: 'When it began.',
    used_at: 'When it was last used.',
  },
  register: registered,
  checkRegistration: {
    email: 'The address of the account that it would make.',
    serial_numbers: 'The serial numbers that were entered for it.',
    codes:
      'How many registration codes were entered for it. They are not kept: each claims nothing unless it is given again.',
    unconfirmed_since:
      'Since when an account has this address without having confirmed it; null if none has. If there is one, `confirmRegistration` needs `account`.',
  },
  confirmRegistration: { ...registered, outcome: 'Always `registered`: the account is there and signed in.' },
  checkReset: { linked: 'Whether the second provider signs the owner in.' },
  changePicture: { picture: 'Changes with the picture.' },
  confirmEmail: { email: 'The address that was confirmed.' },
  undoEmailChange: { email: 'The address that the account has again.' },
  listFindings: { systems: 'Each of the caller’s systems.' },
  getProvider: { name: 'Its name; null if there is none.' },
  beginProvider: { url },
  beginLink: { url },
  finishProvider: {
    outcome:
      '`signed_in`; `link`: sign in with the password once, at `linkProvider`; `register`: no account is known.',
    ...tokens,
    email: 'The address that the provider has of them; null if it gave none.',
    ticket,
    stay_logged_in: stayLoggedIn,
    address_confirmed:
      'Whether the account of that address has confirmed it. If not, it may be another person’s, and `register` takes the address over.',
  },
  linkProvider: { ...tokens, stay_logged_in: stayLoggedIn },
  listSystems: { sn: '-1: all systems as one.', phase: 'Always -1.' },
  nameSystem: { name: 'The name as it is kept; null if there is none.' },
  getOwnSystems: { available: 'Whether it does.' },
  startPairing: {
    pairing_code: 'The code, in two groups; it is good for one gateway.',
    until: 'When it ends to be valid, after ten minutes.',
  },
  getPairing: {
    until: 'Until when the newest code can be used; null if there is none that can.',
    paired: 'The system that it was used for, while it would still be valid; null before.',
    own: 'The systems that the caller has paired.',
  },
  pairGateway: {
    serial_number: 'The serial number of the system, and the gateway’s user at the broker.',
    broker_url: 'Where it publishes, as the device protocol says.',
    broker_certificate: 'PEM of the broker’s certificate to trust; null if an authority has signed it.',
  },
  getRunway: { runway: 'Null until enough of the system’s past is known.' },
  listAlerts: {
    total: 'How many there are on all pages.',
    open: 'How many are not over.',
    alerts: 'Those of this page.',
  },
  listPassportLinks: { links: LINKS },
  makePassportLink: {
    token: 'The token of the new link: what follows `/passport#token=` in its address.',
    links: LINKS,
  },
  revokePassportLink: { links: LINKS },
  listRules: RULES,
  saveRule: RULES,
  removeRule: RULES,
  previewRule: {
    days: 'How many days were looked at; fewer than 30 where less was measured or it would take too long.',
    fulfilled: 'How many times the rule was fulfilled anew.',
    times:
      'How many times the owner would have been written to because of that; not of each where it comes and goes.',
    share: 'The share of the measured time in which it was fulfilled, in %; null where nothing was measured.',
    verdict:
      '`never`; `sometimes`; `often`: more than once a day; `always`: in 80 % of the time or more; null where nothing was measured.',
  },
  muteByLink: { muted: 'How many alerts were muted; those that are over meanwhile are not.' },
  unsubscribe: { muted: 'How many alerts’ topics were switched off for mails.' },
  testBrowser: {
    verdict:
      'The push service’s response: `sent`: accepted; `gone`: it does not know the browser any more, which was removed; `refused`; `away`: not reached in time, or busy.',
  },
  startUpdate: { updates: 'The chips of the update.' },
  getHealth: {
    ready: 'Whether the server can work.',
    parts: 'By part, what is wrong with it; null if nothing is.',
  },
}
