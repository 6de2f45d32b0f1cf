/** What one can measure by hand on a unit; null gives the value back to the model. */
export type Hold = Partial<Record<'pv_w' | 'load_w' | 'battery_w' | 'soc' | 'grid_v', number | null>>

/** A mail that the demo has sent. */
export type Mail = { readonly to: readonly string[]; readonly subject: string; readonly text: string }

/** The simulated units' front panels, as tests use them. */
export type FrontPanel = ReturnType<typeof frontPanel>
export const units = ['1001', '1002', '1003'] as const
/** Nobody's until somebody registers them. */
export const unclaimed = ['2001', 'KELLER'] as const
export type Unit = (typeof units)[number] | (typeof unclaimed)[number]

export function frontPanel(url: string) {
  const post = async (unit: Unit, action: string, body: unknown) => {
    const response = await fetch(`${url}/api/units/${unit}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${action} at ${unit}: ${response.status} ${await response.text()}`)
  }
  const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json()
  const panel = {
    url,
    /** The registration code on a unit's sticker. */
    async sticker(unit: Unit): Promise<string | null> {
      const all = (await get('/api/units')) as { readonly sn: string; readonly code: string | null }[]
      return all.find(({ sn }) => sn === unit)?.code ?? null
    },
    /** Every mail to an address, the newest first. */
    async mailsTo(address: string): Promise<Mail[]> {
      const all = (await get('/api/mails')) as (Mail & { readonly id: string })[]
      const theirs = all.filter(({ to }) => to.includes(address))
      return Promise.all(theirs.map(({ id }) => get(`/api/mails/${id}`) as Promise<Mail>))
    },
    hold: (unit: Unit, values: Hold) => post(unit, 'hold', values),
    cable: (unit: Unit, plugged: boolean) => post(unit, 'cable', { plugged }),
    mainSwitch: (unit: Unit, on: boolean) => post(unit, 'switch', { on }),
    message: (unit: Unit, code: string, raised: boolean) => post(unit, 'messages', { code, raised }),
    /** Every unit as it comes from the factory. */
    async reset() {
      for (const unit of [...units, ...unclaimed]) {
        await panel.cable(unit, true)
        await panel.mainSwitch(unit, true)
        await panel.hold(unit, { pv_w: null, load_w: null, battery_w: null, soc: null, grid_v: null })
        for (const code of ['i2', 'relay', 'i', 'wait60']) await panel.message(unit, code, false)
      }
    },
  }
  return panel
}
