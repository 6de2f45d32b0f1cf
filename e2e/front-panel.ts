/** What one can measure by hand on a unit; null gives the value back to the model. */
export type Hold = Partial<Record<'pv_w' | 'load_w' | 'battery_w' | 'soc' | 'grid_v', number | null>>

/** What a house can be seen to do: the eight pictures of the energy flow, and what brings the notice of bad weather. */
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
 * How a unit answers commands: as it should, not at all, after the deadline (65 s), each word twice, done and then
 * refused, under an id that is not its own, or with a refusal.
 */
export type Manner = 'normal' | 'none' | 'late' | 'twice' | 'contradictory' | 'foreign' | 'refuses'

export type Sensor = { readonly name: string; readonly value: number; readonly unit: string }

/** How it stands with a unit's software; percents of what is downloaded and installed. */
export type Firmware = {
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
  /** Whether the line to the update service is cut just now. */
  readonly cut: boolean
}

/** A mail that the demo has sent. */
export type Mail = { readonly to: readonly string[]; readonly subject: string; readonly text: string }

/** The simulated units' front panels, as tests use them. */
export type FrontPanel = ReturnType<typeof frontPanel>
export const units = ['1001', '1002', '1003'] as const
/** Nobody's until somebody registers them. */
export const unclaimed = ['2001', 'KELLER'] as const
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
    /** What a unit says of itself: connected, standby, on or off. */
    async status(unit: Unit) {
      const all = (await get('/api/units')) as { sn: string; state: { status: string } }[]
      return all.find(({ sn }) => sn === unit)?.state.status
    },
    /** How many readings the units have not delivered yet. */
    async held() {
      const all = (await get('/api/units')) as { held: number }[]
      return all.reduce((sum, { held }) => sum + held, 0)
    },
    /** Every flag that units know, with what their display shows. */
    async flags() {
      const { flags } = (await get('/api/catalogue')) as {
        readonly flags: readonly { readonly code: string; readonly display: string }[]
      }
      return flags
    },
    /** Every mail to an address, the newest first. */
    async mailsTo(address: string): Promise<Mail[]> {
      const all = (await get('/api/mails')) as (Mail & { readonly id: string })[]
      const theirs = all.filter(({ to }) => to.includes(address))
      return Promise.all(theirs.map(({ id }) => get(`/api/mails/${id}`) as Promise<Mail>))
    },
    hold: (unit: Unit, values: Hold) => post(unit, 'hold', values),
    /** Powers are those of all these units together, unless told those of the demo's owner. */
    scenario: (name: Scenario, of?: readonly Unit[]) => send('scenario', { name, units: of }),
    cable: (unit: Unit, plugged: boolean) => post(unit, 'cable', { plugged }),
    /** Silent it stays connected and says nothing. */
    silence: (unit: Unit, silent: boolean) => post(unit, 'silence', { silent }),
    mainSwitch: (unit: Unit, on: boolean) => post(unit, 'switch', { on }),
    /** A flag, or a code that nobody knows. */
    message: (unit: Unit, code: string, raised: boolean) => post(unit, 'messages', { code, raised }),
    /** An error of the battery's; not `dated`, with the placeholder time. */
    error: (unit: Unit, code: number, raised: boolean, dated = true) =>
      post(unit, 'errors', { code, raised, dated }),
    /** `reason` is that of a unit that refuses. */
    answers: (unit: Unit, manner: Manner, reason?: string) => post(unit, 'answers', { manner, reason }),
    /** Days until the next calibration; null = as it is. */
    calibration: (unit: Unit, days: number | null) => post(unit, 'calibration', { days }),
    /** All that a unit measures besides; null = its temperatures. */
    sensors: (unit: Unit, sensors: readonly Sensor[] | null) => post(unit, 'sensors', { sensors }),
    /** Units as they come from the factory, also what their chips run; all of them unless told. */
    reset: (of?: readonly Unit[]) => send('reset', { units: of }),
    /** What a unit's chips run, how far an update is, and what became of the last. */
    async firmware(unit: Unit) {
      const all = (await get('/api/units')) as { readonly sn: string; readonly firmware: Firmware }[]
      return all.find(({ sn }) => sn === unit)?.firmware ?? null
    },
    /** Without power nothing is heard of a unit; a download goes on when the plug is back in. */
    pullPlug: (unit: Unit) => post(unit, 'power', { on: false }),
    plugIn: (unit: Unit) => post(unit, 'power', { on: true }),
    /** Cuts the line to the update service once, at a percent of the image; `resume` in s, null = for good. */
    cutAt: (unit: Unit, percent: number, { resume }: { resume: number | null }) =>
      post(unit, 'faults', { cut: { percent, resumeS: resume } }),
    mendLine: (unit: Unit) => post(unit, 'faults', { cut: null }),
    /** The next installation fails. */
    failInstallation: (unit: Unit) => post(unit, 'faults', { failsInstallation: true }),
    /** Of its next update a unit claims that it is done without having fetched anything. */
    lie: (unit: Unit) => post(unit, 'faults', { lies: true }),
  }
}
