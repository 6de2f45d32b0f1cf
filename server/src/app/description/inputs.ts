import { TERMS_VERSION } from '@kellersonne/contract/identity/registration'
import { PASSWORD_LENGTH } from '@kellersonne/core/identity/passwords'
import { sessionLife } from '@kellersonne/core/identity/sessions'
import type { Fields } from '../../platform/http/openapi/description.ts'

const [stays, passes] = [sessionLife(true), sessionLife(false)]
const hours = (ms: number) => ms / 3_600_000
const days = (ms: number) => hours(ms) / 24
const LINK = 'The token of the link that was mailed: what follows `#token=` in its address.'

const identity: Fields = {
  email: 'An e-mail address.',
  password: 'The current password of the account.',
  current_password: 'The password so far; required to change the e-mail address or the password.',
  stay_logged_in: `Whether the session outlives the browser; \`1\` is the same as \`true\`. It then ends after ${days(stays.idle)} days without a refresh and after ${days(stays.absolute)} days at the latest, otherwise after ${hours(passes.idle)} and ${hours(passes.absolute)} hours.`,
  refresh: 'The refresh token of the session. Refreshing replaces it.',
  phone: 'A telephone number as it is dialled in the country, or with the country’s prefix.',
  country: 'ISO 3166-1 code of two letters.',
  lang: 'The language of mails and of texts of the server.',
  terms: `The version of the terms that the owner agrees to: \`${TERMS_VERSION}\`, the only one.`,
  ticket: 'The ticket that `finishProvider` answered.',
  token: LINK,
  query: 'The whole query string of the address to which the provider redirected the browser.',
  picture: 'The picture’s file.',
  id: 'The id from the list or answer that named it.',
  key1: 'A serial number, or the registration code printed with a unit. Required unless `own_system` is true.',
  own_system:
    'Whether the owner has none of the maker’s units and connects devices of their own, where `getOwnSystems` says that they can.',
  key2: 'A second key, or empty.',
  key3: 'A third key, or empty.',
  code1: 'A registration code, or empty.',
  code2: 'A second code, or empty.',
  code3: 'A third code, or empty.',
  unlink: '`true` also ends the second provider’s link to the account.',
  'register.password': `The password to be, of ${PASSWORD_LENGTH.min} to ${PASSWORD_LENGTH.max} characters.`,
  'changeUser.password': 'The password to be; left out if it stays.',
  'changeUser.email': 'The address to be; it counts once the link sent there is used. Left out if it stays.',
  'confirmReset.password': 'The password to be.',
  account:
    '`existing` confirms the account that has the address unconfirmed: its other sessions end, and a sign-in at the provider that does not vouch for the address. `new` makes another one, and the former loses the address. Required if there is such an account, see `checkRegistration`.',
  'confirmRegistration.password':
    'The password to be, of the rules for a new one; the one of the registration does not count. With `account` = `existing`, the password of that account.',
}

const energy: Fields = {
  sn: 'Serial number of one of the caller’s systems.',
  days: 'How many days, with today as the last.',
  m2: 'Whether rows carry the grid’s power.',
  m4: 'Whether rows carry the PV power.',
  m5: 'Whether rows carry the battery’s power.',
  from_date: 'A day in the system’s time zone; of the month or year that it lies in, all days are shown.',
  interval:
    'The period around `from_date`: a day for `Quarter`, `Hour` and `Day`, else a month or a year. It also chooses the length of a step: a quarter, an hour, a quarter, a day, a month.',
  method: 'How a step’s value comes from its quarters of an hour. `sum` turns powers (W) into energies (Wh).',
  resolution:
    'The length of a step, in place of the one that `interval` chooses; never longer than the period.',
  series:
    'Names separated by commas: measures of `Graph.series`, `m0` for grid, PV, battery and house together, `energies`, `flows`. Left out: all for which the method makes sense.',
  balance:
    'With -1: sums the powers of all systems, so that they balance. Otherwise grid, battery and house are means of the systems.',
  kind: '`implausible`: the quarters from `from` to `until` were measured wrongly; `value`: the counter showed `before`, `after` or both at `from`.',
  format:
    'The format of the file; left out: it is found out. `columns` is any CSV with the time in its first column.',
  columns:
    'What columns hold, as `index:quantity:unit` separated by commas: `1:pv:kWh,2:-grid:W`. Index from 0; quantities `pv`, `import`, `feed_in`, `charge`, `discharge`, `grid` (import positive), `battery` (discharge positive), `-grid`, `-battery`; units `W`, `kW` at an instant, `mean_W`, `mean_kW` over a line’s interval, `Wh`, `kWh`, `counter_Wh`, `counter_kWh`.',
  file: 'The CSV file.',
  counter: 'The counter; required for `value`. Left out for `implausible`: everything that was measured.',
  from: 'When it begins; for `implausible` the start of a quarter.',
  until:
    'Only for `implausible`, and required: when it ends, the end of a quarter that is over, at most 366 days later.',
  before: 'Only for `value`: what the counter showed up to `from`, whole Wh.',
  after:
    'Only for `value`: what it showed from then on, whole Wh. Equal to `before` if it is the same meter.',
  day: 'A day in the system’s time zone.',
  latitude: 'Degrees north, of a point; required with `longitude`.',
  longitude: 'Degrees east, of a point; required with `latitude`.',
  postcode:
    'In place of a point: a postcode or its first two digits, which are all that counts. The middle of their area is kept.',
  'setPlace.country': 'The country of the postcode.',
  'getGraph.sn': 'Serial number of one of the caller’s systems, or -1 for all of them combined.',
  'getCalendar.sn': 'Serial number of one of the caller’s systems, or -1 for all of them combined.',
  'getBalance.sn': 'Serial number of one of the caller’s systems, or -1 for all of them combined.',
  'getForecast.sn': 'Serial number of one of the caller’s systems, or -1 for all of them combined.',
  'getEvents.sn': 'Serial number of one of the caller’s systems, or -1 for all of them.',
  'getCounterJumps.sn': 'Serial number of one of the caller’s systems, or -1 for all of them.',
  'getEvents.from_date': 'The first day, in the system’s time zone.',
  'getEvents.until_date': 'The day after the last one.',
}

const others: Fields = {
  page: 'Number of the page, from 1.',
  open: 'Only what is active and more than a mere state such as "on" (`true`), or only the rest (`false`).',
  severity: 'Only messages of this severity.',
  states: '`false` leaves out mere states such as "on", unless `code` asks for one.',
  code: 'Only messages of this code, whatever their severity.',
  'listMessages.sn': 'Serial number of one of the caller’s systems, or -1 for all of them.',
  'previewImport.time_zone': 'The zone of times without an offset; left out: that of the file or the system.',
  'makeImport.time_zone': 'The zone of times without an offset; left out: that of the file or the system.',
  'startPairing.sn':
    'A system that the caller has paired, whose gateway is replaced; left out for a new one.',
  time_zone: 'The IANA time zone of the house; a replaced gateway’s system keeps its own.',
  pairing_code: 'The code that the owner was shown, however it is grouped.',
  'pairGateway.secret':
    '43 characters of base64url, which the gateway has made of 32 random bytes: its password at the broker from then on.',
  'pairGateway.phase': 'The phase that the system is on, for the list of systems.',
  'addSystems.sn':
    'A serial number, or the registration code printed with a unit; the field is repeated for several.',
  'releaseSystem.sn': 'Serial number of the system, or of the unit that is waited for.',
  'releaseSystem.password': 'The password of the account; needed for one of its systems.',
  'lockGateway.sn': 'Serial number of a system that the caller has paired.',
  name: 'The name to be; empty for none.',
  command:
    '`on`, `off` and `standby` switch the unit; `self_test` makes it test itself and then work on; `calibrate` makes it charge until it is quite full and measure itself anew.',
  'chooseAlerts.sn':
    'Serial number of one of the caller’s systems; left out for `sign_in`, which concerns the account.',
  quantity:
    'What is watched: `soc`, `pv`, `load`, or one direction of a power, which is 0 while it flows in the other.',
  comparison: 'Whether the rule is fulfilled `below` or `above` the threshold.',
  threshold: 'A whole number: in % for the state of charge, else in W.',
  minutes: 'How long that must last without a break; `0`: one value is enough.',
  replaces: 'The id of a rule in whose place this one comes.',
  lasts: 'For how long the link works, unless it is revoked.',
  with_serial: 'Whether it shows the serial number.',
  'showPassport.token': 'What follows `#token=` in the address of the link.',
  topic: 'What the alerts are about.',
  'chooseAlerts.email': 'Whether the caller is notified by e-mail.',
  'chooseAlerts.push': 'Whether the caller is notified in their browsers.',
  'unsubscribe.List-Unsubscribe': 'Always `One-Click` (RFC 8058).',
  endpoint: 'Where the browser’s push service takes messages, as the browser says.',
  p256dh: 'The browser’s public key, base64url of 65 bytes.',
  auth: 'The browser’s secret, base64url of 16 bytes.',
  old_endpoint: 'The endpoint that the browser had before.',
  old_auth: 'The secret that it had before.',
  discreet: 'Whether notifications say only that there is something.',
  quiet: 'Whether only urgent notices are sent from 22:00 to 7:00 on the system’s clocks.',
  mute: 'For how long: an `hour`, until `tomorrow` at 7:00, until it is `resolved`, or `always`, which switches its topic off at its system.',
  value: 'A number that goes to the unit as it is. No command uses one at present.',
  update: 'Always `1`.',
  'getHasUpdate.sn': 'Serial number of one of the caller’s systems.',
  'startUpdate.sn': 'Serial number of one of the caller’s systems.',
  'listHasUpdate.sn': 'Always `1`.',
  'giveConsent.lang': 'The language of the wording.',
  wording: 'The whole text that the owner was shown and agreed to, in words of the program’s own.',
  parts:
    'The chips and versions that the plan showed, as `chip version`, in its order and separated by commas: `bms 2.5.0,inverter 3.2.0`.',
  message: 'The kind of error, without what it was about.',
  stack: 'The program’s own frames, one a line: `assets/main.js:1:234`.',
  build: 'The build of the portal; empty if it was not built.',
  route: 'The pattern of the page’s route, never an address.',
}

/** Fields of queries, paths and forms. */
export const inputs: Fields = { ...identity, ...energy, ...others }
