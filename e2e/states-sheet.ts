import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, Page } from '@playwright/test'
import { type FrontPanel, type Unit, units } from './product/front-panel.ts'

const folder = fileURLToPath(new URL('../.cache/states/', import.meta.url))
/** The unit whose states are shown. */
const SN: Unit = '1001'
const SETTLED_MS = 6000

type State = {
  readonly name: string
  /** Brings the demo's unit into the state. */
  readonly enter: (panel: FrontPanel, page: Page) => Promise<unknown>
}
const message = (name: string): State => ({ name, enter: (panel) => panel.message(SN, name, true) })
const command = (name: string): State => ({
  name,
  enter: (_panel, page) =>
    page.evaluate(
      async ([sn, order]) =>
        fetch('/api/auth/command/', {
          method: 'POST',
          headers: { authorization: `Bearer ${localStorage.getItem('accessToken')}` },
          body: new URLSearchParams([
            ['sn', sn],
            ['command', order],
          ]),
        }),
      [SN, name] as const,
    ),
})

const states: readonly State[] = [
  { name: 'normal', enter: async () => undefined },
  { name: 'switched off', enter: (panel) => panel.mainSwitch(SN, false) },
  command('standby'),
  command('calibrate'),
  message('wait60'),
  message('sm_test'),
  message('i2'),
  message('relay'),
  { name: 'without its cable', enter: (panel) => panel.cable(SN, false) },
  { name: 'float charge', enter: (panel) => panel.scenario('float_charge') },
  { name: 'regulating to zero', enter: (panel) => panel.hold(SN, { pv_w: 0, load_w: 400, battery_w: 392 }) },
  {
    name: 'all without their cables',
    enter: (panel) => Promise.all(units.map((unit) => panel.cable(unit, false))),
  },
]
const looks = [
  { german: true, dark: true, active: SN },
  { german: false, dark: false, active: 'total' },
] as const

/** The dashboard in each state of a unit, in both languages and looks: one sheet, to be looked at. */
export async function takeStates(
  browser: Browser,
  panel: FrontPanel,
  open: (page: Page) => Promise<void>,
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const rows: string[] = []
  for (const { name, enter } of states) {
    const cells: string[] = []
    for (const [i, { german, dark, active }] of looks.entries()) {
      await panel.reset()
      await panel.scenario('sun_for_all')
      const context = await browser.newContext({
        locale: 'de-DE',
        viewport: { width: 1440, height: 900 },
        reducedMotion: 'reduce',
      })
      await context.addInitScript(
        (kept) => {
          for (const [key, value] of Object.entries(kept)) localStorage.setItem(key, value)
        },
        { darkMode: String(dark), languageSelected: String(german) },
      )
      const page = await context.newPage()
      await open(page)
      await page
        .getByRole('radio', { name: active === 'total' ? /Gesamt|Total/ : /^L1/ })
        .click({ force: true })
      await enter(panel, page)
      await page.waitForTimeout(SETTLED_MS)
      const file = `${name.replaceAll(' ', '-')}-${i}.png`
      await page.screenshot({ path: `${folder}${file}`, clip: { x: 216, y: 64, width: 1224, height: 560 } })
      cells.push(`<td><img src="${file}" width="860" alt=""></td>`)
      await context.close()
    }
    rows.push(`<tr><th>${name}</th>${cells.join('')}</tr>`)
  }
  const sheet = `${folder}index.html`
  writeFileSync(
    sheet,
    `<!doctype html><meta charset="utf-8"><title>States</title><table>${rows.join('')}</table>`,
  )
  return sheet
}
