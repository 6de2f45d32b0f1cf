import type { WireMessage } from '@kellersonne/contract/messages/messages'
import { type CommandRow, commandPages } from '../../control/pages.ts'
import { type CorrectionRow, correctionRows } from '../../energy/corrections/rows.ts'
import { type FindingRow, findingRows } from '../../energy/findings/rows.ts'
import { FORECAST_HEADER, forecastPages } from '../../energy/forecast/record/pages.ts'
import { type TemperatureRow, temperatureRows } from '../../energy/health/temperature-rows.ts'
import { type ImportRow, importRows } from '../../energy/imports/rows.ts'
import { type PassportLinkRow, passportLinkRows } from '../../energy/passport/rows.ts'
import {
  consentPages,
  type RecordedConsent,
  type UpdatedChip,
  updatePages,
} from '../../firmware/runs/pages.ts'
import type { OwnerRecord } from '../../identity/accounts/store.ts'
import type { Identity } from '../../identity/provider/store.ts'
import type { Session } from '../../identity/sessions/store.ts'
import { type AlertRow, alertPages } from '../../messages/alerts/rows.ts'
import { type RuleRow, ruleRows } from '../../messages/own-rules/rows.ts'
import { messagePages } from '../../messages/pages.ts'
import type { Sql } from '../../platform/db/database.ts'
import type { ShownHandover } from '../../systems/handover-store.ts'
import type { Ownership } from '../../systems/store.ts'
import { GAP_HEADER, gapPages } from '../../telemetry/readings/gap-pages.ts'
import {
  type Period,
  QUARTER_HEADER,
  quarterPages,
  READING_HEADER,
  readingPages,
  type StateRow,
  statePages,
} from '../../telemetry/readings/pages.ts'
import type { Entry } from './archive.ts'
import { csv, json, table, whole } from './files.ts'
import { readme } from './readme.ts'

/** The owner whose data is exported. */
export type Subject = {
  readonly owner: string
  readonly record: OwnerRecord
  readonly identities: readonly Identity[]
  /** Pending claims. */
  readonly claims: readonly { readonly sn: string; readonly until: Date }[]
  /** Hand-overs of the owner's systems, and of others' to the owner. */
  readonly handovers: readonly ShownHandover[]
  readonly sessions: readonly Session[]
  readonly ownerships: readonly Ownership[]
}

const PICTURE = 'picture.webp'
const SYSTEM_COLUMNS = [
  'sn',
  'phase',
  'time_zone',
  'since',
  'until',
  'name',
  'latitude',
  'longitude',
] as const
const MESSAGE_COLUMNS: (keyof WireMessage)[] = ['code', 'severity', 'raised_at', 'resolved_at', 'count']
const ALERT_COLUMNS: (keyof AlertRow)[] = [
  ...(['sn', 'cause', 'begun_at', 'raised_at', 'ended_at', 'over_at', 'rounds', 'hold'] as const),
  ...(['details', 'told'] as const),
]
const RULE_COLUMNS: (keyof RuleRow)[] = [
  ...(['sn', 'quantity', 'comparison', 'threshold', 'minutes', 'created_at'] as const),
]
const LINK_COLUMNS: (keyof PassportLinkRow)[] = ['sn', 'created_at', 'expires_at', 'with_serial']
const STATE_COLUMNS: (keyof StateRow)[] = [
  ...(['at', 'status', 'battery_status', 'calibration_days', 'capacity_wh', 'display'] as const),
  ...(['message1', 'message2', 'errors', 'versions', 'sensors', 'battery'] as const),
]

const COMMAND_COLUMNS: (keyof CommandRow)[] = [
  ...(['id', 'command', 'value', 'state', 'reason'] as const),
  ...(['asked_at', 'accepted_at', 'deadline', 'ended_at', 'outcomes'] as const),
]

const CORRECTION_COLUMNS: (keyof CorrectionRow)[] = [
  ...(['id', 'kind', 'counter', 'from', 'until', 'before', 'after', 'made_at', 'undone_at'] as const),
]
const IMPORT_COLUMNS: (keyof ImportRow)[] = [
  ...(['id', 'format', 'from', 'until', 'pv', 'import', 'feed_in', 'charge', 'discharge'] as const),
  ...(['made_at', 'undone_at'] as const),
]
const FINDING_COLUMNS: (keyof FindingRow)[] = [
  ...(['name', 'begun_at', 'ended_at', 'value', 'usual', 'limit', 'points'] as const),
]
const TEMPERATURE_COLUMNS: (keyof TemperatureRow)[] = [
  ...(['from', 'until', 'lowest', 'highest'] as const),
  ...(['hours_below_0', 'hours_0_to_10', 'hours_10_to_35', 'hours_35_to_45', 'hours_from_45'] as const),
]
const UPDATE_COLUMNS: (keyof UpdatedChip)[] = [
  ...(['id', 'asked_at', 'outcome', 'consent', 'chip', 'from', 'to', 'state', 'reason'] as const),
  ...(['begun_at', 'started_at', 'installed_at', 'ended_at', 'size', 'sha256', 'details'] as const),
]
const CONSENT_COLUMNS: (keyof RecordedConsent)[] = ['id', 'at', 'language', 'wording', 'parts']

/** Returns all files of an export. Units' data is read when it is its turn, up to the beginning of the export. */
export const entriesOf = (sql: Sql, subject: Subject, now: Date): Entry[] => {
  const { record, sessions, ownerships } = subject
  return [
    whole('README.txt', readme[record.language]),
    account(subject),
    ...(record.picture ? [whole(PICTURE, record.picture)] : []),
    ...table('sessions', ['agent', 'stay_logged_in', 'created_at', 'used_at'], () => [
      sessions.map(ofSession),
    ]),
    ...table('systems', SYSTEM_COLUMNS, () => [ownerships.map(ofSystem)]),
    ...table('alerts', ALERT_COLUMNS, alertTable(sql, subject)),
    ...table('rules', RULE_COLUMNS, ruleTable(sql, subject)),
    ...table('passport_links', LINK_COLUMNS, linkTable(sql, subject, now)),
    ...[...Map.groupBy(ownerships, ({ sn }) => sn)].flatMap(([sn, owned]) =>
      systemEntries(sql, sn, owned, now),
    ),
  ]
}

const alertTable =
  (sql: Sql, { owner, ownerships }: Subject) =>
  () =>
    alertPages(sql, owner, new Map(ownerships.map(({ id, sn }) => [id, sn])))

const ruleTable = (sql: Sql, { owner }: Subject) =>
  async function* () {
    yield await ruleRows(sql, owner)
  }

const linkTable = (sql: Sql, { owner }: Subject, now: Date) =>
  async function* () {
    yield await passportLinkRows(sql, owner, now)
  }

const account = ({ record: { picture, ...record }, identities, claims, handovers }: Subject) =>
  json('account.json', { ...record, picture: picture && PICTURE, identities, claims, handovers })

const ofSession = ({ agent, stayLoggedIn, createdAt, refreshedAt }: Session) => ({
  agent,
  stay_logged_in: stayLoggedIn,
  created_at: createdAt,
  used_at: refreshedAt,
})
const ofSystem = ({ id: _, visible_from: __, ...rest }: Ownership) => rest

/** Returns the data of one system, for each period in which it was theirs. */
function systemEntries(sql: Sql, sn: string, owned: readonly Ownership[], now: Date): Entry[] {
  const periods = owned.map((one) => ({ system: one.id, since: one.visible_from, until: one.until ?? now }))
  const each = <P>(pages: (sql: Sql, period: Period) => AsyncIterable<P>) =>
    async function* () {
      for (const period of periods) yield* pages(sql, period)
    }
  async function* messages() {
    for (const ownership of owned) yield* messagePages(sql, ownership, now)
  }
  // A command belongs to who gave it, whatever they see of the time before.
  async function* commands() {
    for (const { id, since } of owned) yield* commandPages(sql, { system: id, since })
  }
  async function* corrections() {
    for (const { id, since } of owned) yield await correctionRows(sql, { system: id, since })
  }
  async function* imports() {
    for (const { id, since } of owned) yield await importRows(sql, { system: id, since })
  }
  async function* findings() {
    for (const { id, since } of owned) yield await findingRows(sql, { system: id, since })
  }
  async function* temperatures() {
    for (const { id, since } of owned) yield await temperatureRows(sql, { system: id, since })
  }
  async function* updates() {
    for (const ownership of owned) yield* updatePages(sql, ownership, now)
  }
  async function* consents() {
    for (const ownership of owned) yield* consentPages(sql, ownership)
  }
  return [
    ...table(`messages/${sn}`, MESSAGE_COLUMNS, messages),
    ...table(`states/${sn}`, STATE_COLUMNS, each(statePages)),
    ...table(`commands/${sn}`, COMMAND_COLUMNS, commands),
    ...table(`updates/${sn}`, UPDATE_COLUMNS, updates),
    ...table(`consents/${sn}`, CONSENT_COLUMNS, consents),
    ...table(`corrections/${sn}`, CORRECTION_COLUMNS, corrections),
    ...table(`imports/${sn}`, IMPORT_COLUMNS, imports),
    ...table(`findings/${sn}`, FINDING_COLUMNS, findings),
    ...table(`temperatures/${sn}`, TEMPERATURE_COLUMNS, temperatures),
    csv(`forecasts/${sn}.csv`, FORECAST_HEADER, each(forecastPages)),
    csv(`readings/${sn}.csv`, READING_HEADER, each(readingPages)),
    csv(`quarters/${sn}.csv`, QUARTER_HEADER, each(quarterPages)),
    csv(`gaps/${sn}.csv`, GAP_HEADER, each(gapPages)),
  ]
}
