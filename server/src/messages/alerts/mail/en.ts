import { type RuleQuantity, unitOf } from '@kellersonne/core/messages/own-rules/own-rule'
import type { Facts } from './line.ts'
import type { AlertTexts } from './texts.ts'

const named = ({ system }: Facts) =>
  system === null ? '' : system.name === null ? `Battery ${system.sn}` : `${system.name} (${system.sn})`
const message = ({ display }: Facts) =>
  display === null ? 'a message that Kellersonne does not know' : `the message “${display}”`
const gone = (facts: Facts) => `${named(facts)}: ${message(facts)} has been gone since ${facts.ended}.`
const wavers = (facts: Facts) =>
  `${named(facts)}: ${message(facts)} has come and gone since ${facts.since}. We write about it again only once it has stayed away for a day.`

const quantities: Readonly<Record<RuleQuantity, string>> = {
  soc: 'state of charge',
  pv: 'PV power',
  load: 'consumption',
  consumption: 'grid consumption',
  feed_in: 'feed-in',
  charge: 'charging power',
  discharge: 'discharging power',
}
/** "state of charge below 20%" */
function condition({ rule }: Facts): string {
  if (rule === null) return 'your rule'
  const { quantity, comparison, threshold } = rule
  const unit = unitOf(quantity) === '%' ? '%' : ' W'
  return `${quantities[quantity]} ${comparison} ${threshold.toLocaleString('en-GB')}${unit}`
}

export const scopes = {
  all: 'all batteries',
  place: 'the batteries around yours',
  zone: 'the batteries in your time zone',
}
const findings: Readonly<Record<string, string>> = {
  no_charge: 'The battery hardly charges any more, although there is a surplus',
  no_discharge: 'The battery hardly discharges any more, although the house needs power',
  round_trip: 'The battery loses more in charging and discharging than it used to',
  standby: 'The battery uses more power at rest than it used to',
  capacity: 'The battery holds less than it used to',
  pv: 'PV yields less under a clear sky than it used to',
  signs: 'The measurements of the house do not fit together',
  counter: 'A counter has jumped',
}
const unusual = ({ finding }: Facts) =>
  findings[finding] ?? 'Something at the battery is not as it used to be'

const fixed = ({ fix }: Facts) =>
  fix === '' ? '' : ` There is an update for this battery (${fix}) that is said to fix just that.`

function storm(facts: Facts): string {
  const said = facts.storm
  const what = said
    ? `a storm with gusts of up to ${said.gust}, from ${said.begins} to ${said.ends}, strongest in the hour from ${said.strongest}`
    : 'a storm with gusts of 90 km/h or more'
  const charge =
    said === null || said.soc === null
      ? ''
      : ` When it begins, the battery is expected to be charged to ${said.soc}%.`
  return `${named(facts)}: the forecast for its area is ${what}. The grid may fail.${charge} If your system can go on supplying the house in a power cut, it helps to charge the battery before. This is a forecast, it may be wrong, and it is not an official warning. Official warnings are issued by your national weather service.`
}

export const en: AlertTexts = {
  subject: (count) => `Kellersonne: ${count} alerts`,
  subjectWith: (title, others) => `${title} and ${others} more ${others === 1 ? 'alert' : 'alerts'}`,
  title: (cause, kind, facts) => {
    if (cause === 'sign_in')
      return facts.count === 1
        ? 'Sign-in from a new device'
        : `${facts.count} sign-ins from new devices${facts.wasSent ? ' so far' : ''}`
    const what = {
      fault: `fault “${facts.display}”`,
      warning:
        facts.display === null ? 'message that Kellersonne does not know' : `message “${facts.display}”`,
      grid: 'disconnected from the grid',
      silent: 'no values any more',
      battery: unusual(facts),
      rule: condition(facts),
      winter: 'little sun in the coming days',
      empty: 'is expected to run empty',
      storm: 'storm forecast',
      update_switch: 'update waits for the main switch',
      update_finished: 'update finished',
      update_failed: 'update interrupted',
      claim: 'somebody wants to take it over',
    }[cause]
    return `${named(facts)}: ${kind === 'ended' ? 'over: ' : ''}${what}`
  },
  begun: {
    fault: (facts) =>
      `${named(facts)} has reported a fault since ${facts.since}; its display shows “${facts.display}”. While it lasts, the battery neither charges nor discharges. Do not open the unit.`,
    warning: (facts) =>
      facts.display === null
        ? `${named(facts)} has reported a message since ${facts.since} that Kellersonne does not know. The portal has its wording, and what you can do.`
        : `${named(facts)} has reported “${facts.display}” since ${facts.since}. The portal says what that means and what you can do.`,
    grid: (facts) =>
      `${named(facts)} disconnected from the grid on ${facts.since}, because its voltage or frequency is out of limits or the power is out. It should reconnect by itself once the grid is well again.`,
    silent: (facts) =>
      facts.share === null
        ? `${named(facts)} last sent values on ${facts.since}. We do not know whether it works. Check that your internet connection works and that the main switch is on.`
        : `${named(facts)} last sent values on ${facts.since}, and at least ${facts.share}% of ${scopes[facts.scope]} are silent, too, at the moment. So the cause is probably not with you but with us or in the network. We do not know whether your battery works.`,
    battery: (facts) =>
      `${named(facts)}: ${unusual(facts)}. Its own measurements of the last 60 days show that, since ${facts.since}. The portal has the numbers, and what you can do.${fixed(facts)}`,
    rule: (facts) =>
      `${named(facts)}: ${condition(facts)} since ${facts.since}. This is told by a rule that you have made.`,
    winter: (facts) =>
      `${named(facts)}: by the forecast of ${facts.since}, the sun does not cover what you consume in the next two days, even if it shines a lot. The battery will probably not be full then. This is a forecast, and may be wrong.`,
    empty: (facts) =>
      `${named(facts)}: by the forecast of ${facts.since}, there is not enough sun, and the battery is expected to run empty within 48 hours. This is a forecast, and may be wrong.`,
    storm,
    update_switch: (facts) =>
      `${named(facts)}: the update has been installed since ${facts.since} (${facts.chips}). It takes effect when you switch the battery off and on again at the main switch.`,
    update_finished: (facts) =>
      `${named(facts)}: the update has been finished since ${facts.since} (${facts.chips}).`,
    update_failed: (facts) =>
      `${named(facts)}: the update was interrupted on ${facts.since} (${facts.chips}). The portal says why, and how to go on.`,
    claim: (facts) => `${named(facts)}: somebody wants to take over this battery.`,
    sign_in: (facts) =>
      `${facts.count === 1 ? `On ${facts.since} somebody signed in to your account, or went on with a sign-in,` : `Somebody signed in to your account, or went on with a sign-in, ${facts.count} times${facts.wasSent ? ' so far, counting those in earlier mails' : ''}, most recently on ${facts.since},`} with a device and from a network that we do not know of you. Was it you? Then you need not do anything. If not, choose a new password at once: that ends all other sessions.`,
  },
  wavering: {
    rule: (facts) =>
      `${named(facts)}: ${condition(facts)}, which has come and gone since ${facts.since}. We write about it again only once that has not happened for a day.`,
    fault: wavers,
    warning: wavers,
    grid: (facts) =>
      `${named(facts)} has kept disconnecting from the grid since ${facts.since}. We write about it again only once that has not happened for a day.`,
    silent: (facts) =>
      `${named(facts)} has been out of reach again and again since ${facts.since}. We write about it again only once it has been in reach for a day. Often the reason is the Wi-Fi or the internet connection.`,
    battery: (facts) =>
      `${named(facts)}: ${unusual(facts)}, on and off since ${facts.since}. We write about it again only once it has not been noticed for a day.`,
  },
  ended: {
    rule: (facts) => `${named(facts)}: since ${facts.ended} this no longer holds: ${condition(facts)}.`,
    fault: gone,
    warning: gone,
    grid: (facts) => `${named(facts)} has reported no disconnection from the grid since ${facts.ended}.`,
    silent: (facts) => `${named(facts)} has sent values again since ${facts.ended}.`,
    battery: (facts) => `${named(facts)}: not noticed any more since ${facts.ended}: “${unusual(facts)}”.`,
  },
  more: (count) => `And ${count} more: they are in the portal.`,
  danger:
    'If it smells burnt, or the unit gets very hot or smokes: keep away and call the fire brigade on 112.',
  button: 'See the alerts',
  mute: 'Write about this later, or not at all',
}
