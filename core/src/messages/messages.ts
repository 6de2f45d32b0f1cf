export const severities = ['danger', 'warn', 'info'] as const
export type Severity = (typeof severities)[number]

/** In which of a unit's two flag lists a flag travels (ENT-02). */
export type FlagGroup = 'message1' | 'message2'

type FlagEntry = {
  readonly group: FlagGroup
  /** What the unit's own display shows; never translated. */
  readonly display: string
  readonly severity: Severity
  /** Whether the unit neither charges nor discharges while it stands. */
  readonly stops: boolean
}

/** Every flag a unit knows (ENT-06). Texts and advice are the portal's, under `flags.<name>`. */
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

/** Where the catalogue explains a code: a flag's own entry, or one for all errors of the battery or all other codes. */
export type CatalogueEntry = Flag | 'battery' | 'other'
export const entryOf = (code: string): CatalogueEntry =>
  isFlag(code) ? code : /^[0-9]+$/.test(code) ? 'battery' : 'other'

/** A message that stands at a system. `code` is a flag, or what else the unit said: never dropped. */
export type Message = { readonly code: string; readonly since: Date | null }

/** What an unknown code counts as: worth a look. */
export const UNKNOWN_SEVERITY: Severity = 'warn'
export const severityOf = (code: string): Severity => (isFlag(code) ? flags[code].severity : UNKNOWN_SEVERITY)

/** The codes that are `listed`, or all but those. */
export type Codes = { readonly listed: readonly string[]; readonly allBut: boolean }

/** The codes of a severity, those nobody knows included; null = of any. */
export function codesOf(severity: Severity | null): Codes {
  if (severity === null) return { listed: [], allBut: true }
  const allBut = severity === UNKNOWN_SEVERITY
  return { listed: flagNames.filter((name) => (flags[name].severity === severity) !== allBut), allBut }
}

/** What a code looks like on the unit's own display. */
export const displayOf = (code: string): string => (isFlag(code) ? flags[code].display : code)

/** Whether a message is something the owner must know of, not a mere state such as "on". */
export const isOpen = (code: string) => severityOf(code) !== 'info'

/** Whether a message keeps its unit from charging and discharging. */
export const stopsUnit = ({ code }: Message) => isFlag(code) && flags[code].stops

const rank = ({ code }: Message) => severities.indexOf(severityOf(code))

/** Gravest first, then newest. */
export const byGravity = (a: Message, b: Message) =>
  rank(a) - rank(b) || (b.since?.getTime() ?? 0) - (a.since?.getTime() ?? 0)
