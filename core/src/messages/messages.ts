export const severities = ['danger', 'warn', 'info'] as const
export type Severity = (typeof severities)[number]

/** Which of a unit's two flag lists carries a flag (ENT-02). */
export type FlagGroup = 'message1' | 'message2'

type FlagEntry = {
  readonly group: FlagGroup
  /** Text on the unit's own display; never translated. */
  readonly display: string
  readonly severity: Severity
  /** True if the unit neither charges nor discharges while it is active. */
  readonly stops: boolean
}

/** Every flag a unit knows (ENT-06). The portal holds texts and advice, under `flags.<name>`. */
export const flags = {
  relay: { group: 'message2', display: 'Relay!', severity: 'danger', stops: true },
  i: { group: 'message2', display: 'I!', severity: 'warn', stops: true },
  i2: { group: 'message2', display: 'I>>', severity: 'warn', stops: true },
  i1: { group: 'message2', display: 'I>', severity: 'warn', stops: false },
  hw: { group: 'message2', display: 'HW', severity: 'danger', stops: true },
  bat: { group: 'message2', display: 'BAT', severity: 'danger', stops: true },
  u: { group: 'message2', display: 'U', severity: 'warn', stops: true },
  sv: { group: 'message2', display: 'SV', severity: 'warn', stops: true },
  na_schutz: { group: 'message2', display: 'NA-Schutz', severity: 'warn', stops: true },
  sm1: { group: 'message2', display: 'SM1', severity: 'warn', stops: true },
  sm2: { group: 'message1', display: 'SM2', severity: 'warn', stops: true },
  wait60: { group: 'message1', display: 'Wait60', severity: 'info', stops: true },
  sm_test: { group: 'message1', display: 'SM-Test', severity: 'info', stops: false },
  m: { group: 'message2', display: 'M', severity: 'info', stops: false },
  ein: { group: 'message2', display: 'Ein', severity: 'info', stops: false },
  aus: { group: 'message2', display: 'Aus', severity: 'info', stops: false },
} as const satisfies Record<string, FlagEntry>

export type Flag = keyof typeof flags
export const flagNames = Object.keys(flags) as Flag[]
export const isFlag = (code: string): code is Flag => Object.hasOwn(flags, code)

/** Catalogue entry of a code: a flag's own, the one for all battery errors, or the one for all other codes. */
export type CatalogueEntry = Flag | 'battery' | 'other'
export const entryOf = (code: string): CatalogueEntry =>
  isFlag(code) ? code : /^[0-9]{1,10}$/.test(code) ? 'battery' : 'other'

/** True if a code is the unit's own text, which may say anything. */
export const isUnknown = (code: string): boolean => entryOf(code) === 'other'

/** An active message of a system. `code` is a flag, or any other code the unit sent: never dropped. */
export type Message = { readonly code: string; readonly since: Date | null }

/** A message that is over. */
export type EndedMessage = { readonly code: string; readonly since: Date; readonly resolvedAt: Date }

/** Severity of unknown codes: worth a look. */
const UNKNOWN_SEVERITY: Severity = 'warn'
export const severityOf = (code: string): Severity => (isFlag(code) ? flags[code].severity : UNKNOWN_SEVERITY)

/** The codes that are `listed`, or all others. */
export type Codes = { readonly listed: readonly string[]; readonly allBut: boolean }

const NONE: Codes = { listed: [], allBut: false }

/** Returns the codes of a severity, including unknown codes; null = any severity. `states`: with mere states. */
export function codesOf(severity: Severity | null, states = true): Codes {
  if (severity === null) return { listed: states ? [] : mereStates, allBut: true }
  if (severity === 'info' && !states) return NONE
  const allBut = severity === UNKNOWN_SEVERITY
  return { listed: flagNames.filter((name) => (flags[name].severity === severity) !== allBut), allBut }
}

/** Returns a code as the unit's own display shows it. */
export const displayOf = (code: string): string => (isFlag(code) ? flags[code].display : code)

/** True if the owner must know of a message: not for a mere state such as "on". */
export const isOpen = (code: string) => severityOf(code) !== 'info'

/** The flags of mere states. */
export const mereStates: readonly Flag[] = flagNames.filter((name) => !isOpen(name))

/** True if a message keeps its unit from charging and discharging. */
export const stopsUnit = ({ code }: Message) => isFlag(code) && flags[code].stops

const rank = ({ code }: Message) => severities.indexOf(severityOf(code))

/** Orders messages by severity, then newest first. */
export const bySeverity = (a: Message, b: Message) =>
  rank(a) - rank(b) || (b.since?.getTime() ?? 0) - (a.since?.getTime() ?? 0)
