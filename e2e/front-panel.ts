/** What one can measure by hand on a unit; null gives the value back to the model. */
export type Hold = Partial<Record<'pv_w' | 'load_w' | 'battery_w' | 'soc' | 'grid_v', number | null>>

/** The simulated units' front panels, as tests use them. */
export type FrontPanel = ReturnType<typeof frontPanel>
export const units = ['1001', '1002', '1003'] as const
export type Unit = (typeof units)[number]

export function frontPanel(url: string) {
  const post = async (unit: Unit, action: string, body: unknown) => {
    const response = await fetch(`${url}/api/units/${unit}/${action}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!response.ok) throw new Error(`${action} at ${unit}: ${response.status} ${await response.text()}`)
  }
  const panel = {
    url,
    hold: (unit: Unit, values: Hold) => post(unit, 'hold', values),
    cable: (unit: Unit, plugged: boolean) => post(unit, 'cable', { plugged }),
    mainSwitch: (unit: Unit, on: boolean) => post(unit, 'switch', { on }),
    message: (unit: Unit, code: string, raised: boolean) => post(unit, 'messages', { code, raised }),
    /** Every unit as it comes from the factory. */
    async reset() {
      for (const unit of units) {
        await panel.cable(unit, true)
        await panel.mainSwitch(unit, true)
        await panel.hold(unit, { pv_w: null, load_w: null, battery_w: null, soc: null, grid_v: null })
        for (const code of ['i2', 'relay', 'i', 'wait60']) await panel.message(unit, code, false)
      }
    },
  }
  return panel
}
