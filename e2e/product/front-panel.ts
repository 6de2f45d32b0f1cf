/** Values that can be set on a unit by hand; null returns a value to the model. */
export type Hold = Partial<Record<'pv_w' | 'load_w' | 'battery_w' | 'soc' | 'grid_v', number | null>>

/** Situations of a house: the eight pictures of the energy flow, and one that triggers the bad weather notice. */
export type Scenario =
  | 'sun_for_all'
  | 'battery_full'
  | 'cloud_at_noon'
  | 'evening'
  | 'winter_cooking'
  | 'float_charge'
  | 'sun_and_grid'
  | 'no_data'
  | 'bad_weather'

/**
 * How a unit answers commands: normally, not at all, after the deadline (65 s), every answer twice, first done and
 * then refused, with an id that is not its own, or with a refusal.
 */
export type Manner = 'normal' | 'none' | 'late' | 'twice' | 'contradictory' | 'foreign' | 'refuses'

export type Sensor = { readonly name: string; readonly value: number; readonly unit: string }

/** State of a unit's firmware; percentages downloaded and installed. */
type Firmware = {
  readonly versions: Readonly<Record<string, string>>
  readonly progress: {
    readonly chip: string
    readonly version: string
    readonly phase: 'downloading' | 'installing' | 'written' | 'installed' | 'running' | 'failed'
    readonly downloaded: number
    readonly installed: number
  } | null
  readonly last: {
    readonly chip: string
    readonly version: string
    readonly outcome: 'finished' | 'failed' | 'refused' | 'over'
    readonly detail: string
  } | null
  /** True while the connection to the update service is cut. */
  readonly cut: boolean
}

/** A mail sent by the demo. */
export type Mail = { readonly to: readonly string[]; readonly subject: string; readonly text: string }

/** The simulated units' front panels, as used by tests. */
export type FrontPanel = ReturnType<typeof frontPanel>
export const units = ['1001', '1002', '1003'] as const
/** Without an owner until somebody claims them. */
const unclaimed = ['2001', 'KELLER'] as const
export type Unit = (typeof units)[number] | (typeof unclaimed)[number]

export function frontPanel(url: string) {
  const send = async (path: string, body: unknown) => {
    const response = await fetch(`${url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`)
  }
  const post = (unit: Unit, action: string, body: unknown) => send(`units/${unit}/${action}`, body)
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json()
  return {
    url,
    /** The registration code on a unit's sticker. */
    async sticker(unit: Unit): Promise<string | null> {
      const all = (await get('/api/units')) as { readonly sn: string; readonly code: string | null }[]
      return all.find(({ sn }) => sn === unit)?.code ?? null
    },
    /** The unit's own status: connected, standby, on or off. */
    async status(unit: Unit) {
      const all = (await get('/api/units')) as { sn: string; state: { status: string } }[]
      return all.find(({ sn }) => sn === unit)?.state.status
    },
    /** The number of readings the units have not delivered yet. */
    async held() {
      const all = (await get('/api/units')) as { held: number }[]
      return all.reduce((sum, { held }) => sum + held, 0)
    },
    /** Every flag that units know, with its text on the display. */
    async flags() {
      const { flags } = (await get('/api/catalogue')) as {
        readonly flags: readonly { readonly code: string; readonly display: string }[]
      }
      return flags
    },
    /** All mails to an address, newest first. */
    async mailsTo(address: string): Promise<Mail[]> {
      const all = (await get('/api/mails')) as (Mail & { readonly id: string })[]
      const theirs = all.filter(({ to }) => to.includes(address))
      return Promise.all(theirs.map(({ id }) => get(`/api/mails/${id}`) as Promise<Mail>))
    },
    hold: (unit: Unit, values: Hold) => post(unit, 'hold', values),
    /** Sets the total power of the given units, by default those of the demo's owner. */
    scenario: (name: Scenario, of?: readonly Unit[]) => send('scenario', { name, units: of }),
    cable: (unit: Unit, plugged: boolean) => post(unit, 'cable', { plugged }),
    /** A silent unit stays connected but sends nothing. */
    silence: (unit: Unit, silent: boolean) => post(unit, 'silence', { silent }),
    mainSwitch: (unit: Unit, on: boolean) => post(unit, 'switch', { on }),
    /** A known flag or an unknown code. */
    message: (unit: Unit, code: string, raised: boolean) => post(unit, 'messages', { code, raised }),
    /** A battery error; not `dated`: with the placeholder time. */
    error: (unit: Unit, code: number, raised: boolean, dated = true) =>
      post(unit, 'errors', { code, raised, dated }),
    /** `reason`: sent by a unit that refuses. */
    answers: (unit: Unit, manner: Manner, reason?: string) => post(unit, 'answers', { manner, reason }),
    /** Days until the next calibration; null = from the model. */
    calibration: (unit: Unit, days: number | null) => post(unit, 'calibration', { days }),
    /** All additional sensors; null = the unit's own temperatures. */
    sensors: (unit: Unit, sensors: readonly Sensor[] | null) => post(unit, 'sensors', { sensors }),
    /** Resets units to their factory state, including their chips' versions; all units by default. */
    reset: (of?: readonly Unit[]) => send('reset', { units: of }),
    /** A unit's versions, the progress of its update and the result of the last one. */
    async firmware(unit: Unit) {
      const all = (await get('/api/units')) as { readonly sn: string; readonly firmware: Firmware }[]
      return all.find(({ sn }) => sn === unit)?.firmware ?? null
    },
    /** A unit without power is offline; a download continues once it is plugged in again. */
    pullPlug: (unit: Unit) => post(unit, 'power', { on: false }),
    plugIn: (unit: Unit) => post(unit, 'power', { on: true }),
    /** Cuts the connection to the update service once, at a percentage of the image; `resume` in s, null = never. */
    cutAt: (unit: Unit, percent: number, { resume }: { resume: number | null }) =>
      post(unit, 'faults', { cut: { percent, resumeS: resume } }),
    mendLine: (unit: Unit) => post(unit, 'faults', { cut: null }),
    /** Makes the next installation fail. */
    failInstallation: (unit: Unit) => post(unit, 'faults', { failsInstallation: true }),
    /** Makes the unit report its next update as done without having downloaded anything. */
    lie: (unit: Unit) => post(unit, 'faults', { lies: true }),
  }
}
