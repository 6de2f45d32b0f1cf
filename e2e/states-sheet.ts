import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { todayBalance } from '@kellersonne/contract/energy/balance'
import type { CurrentData } from '@kellersonne/contract/live/live'
import { type Browser, expect, type Page } from '@playwright/test'
import { alterData } from './browser/altered-data.ts'
import { texts, SN as UPDATABLE, wizardOn } from './pages/updates.ts'
import { type FrontPanel, type Unit, units } from './product/front-panel.ts'
import { owner } from './product/product.ts'

const folder = fileURLToPath(new URL('../.cache/states/', import.meta.url))
/** The unit whose states are shown. */
const SN: Unit = '1001'
/** Without an owner. */
const UNCLAIMED: Unit = '2001'
const SETTLED_MS = 6000
/** A download takes its time in the demo, and silence is noticed after two minutes. */
const PATIENCE = { timeout: 150_000 }

type Act = (panel: FrontPanel, page: Page, words: Words) => Promise<unknown>
type Words = (typeof texts)['de' | 'en']
type State = {
  readonly name: string
  /** The label of the system that is in the state, if it is not `SN`. */
  readonly chosen?: RegExp
  /** Brings the demo's unit into the state. */
  readonly enter: Act
  /** Ends what a reset of the units does not end. */
  readonly leave?: Act
}
const message = (name: string): State => ({ name, enter: (panel) => panel.message(SN, name, true) })
/** Posts a form as the signed-in owner; resolves once it is answered. */
const post = (page: Page, path: string, fields: Readonly<Record<string, string>>) =>
  page.evaluate(
    async ([to, form]) => {
      const headers = { authorization: `Bearer ${localStorage.getItem('accessToken')}` }
      await fetch(to, { method: 'POST', headers, body: new URLSearchParams(form) })
    },
    [path, fields] as const,
  )
const command = (name: string): State => ({
  name,
  enter: (_panel, page) => post(page, '/api/auth/command/', { sn: SN, command: name }),
})

/** Chooses a system in the switcher, which is a list once its names need the room. */
async function choose(page: Page, name: RegExp) {
  const list = page.getByRole('combobox')
  const button = page.getByRole('radio', { name })
  await list.or(button).first().waitFor()
  if (!(await list.isVisible())) return button.click({ force: true })
  const value = await list.getByRole('option', { name }).getAttribute('value')
  await list.selectOption(value)
}

const showDashboard = (page: Page) => page.goto(new URL('/dashboard', page.url()).href)

/** Starts the update, as its owner does. */
async function startUpdate(panel: FrontPanel, page: Page, words: Words) {
  const wizard = wizardOn(page, words)
  await panel.mainSwitch(UPDATABLE, false)
  await wizard.open()
  await wizard.begin()
  await expect(wizard.title(words.running)).toBeVisible(PATIENCE)
}
const interruption = (page: Page, words: Words) => page.getByRole('alertdialog', { name: words.interrupted })
/** Waits until the update is interrupted, and takes note of it, so that it can be started anew. */
async function acknowledge(page: Page, words: Words) {
  const wizard = wizardOn(page, words)
  await wizard.open()
  await expect(interruption(page, words)).toBeVisible(PATIENCE)
  await wizard.takeNote()
}
/** Alters what the server answers: a unit's own counters agree. */
async function contradict(page: Page) {
  await page.route('**/api/auth/balance/*', async (route) => {
    const response = await route.fetch()
    const balance = todayBalance.parse(await response.json())
    await route.fulfill({ response, json: { ...balance, house: { ...balance.house, ...CONTRADICTORY } } })
  })
  await page.reload()
}
const CONTRADICTORY = { value: null, why: 'contradictory' } as const

/** What the server says of a unit that the demo's own cannot be brought to say, or not for long enough. */
const altered = (name: string, fields: Partial<CurrentData>): State => ({
  name,
  async enter(_panel, page) {
    await alterData(page.context(), (sn, data) => (sn === SN ? { ...data, ...fields } : data))
    await page.reload()
  },
  leave: (_panel, page) => page.context().unrouteAll({ behavior: 'ignoreErrors' }),
})
const OFF = { status: 'off', PV_power: null, grid_power: null, battery_power: null } as const
const AN_UPDATE = { ...OFF, updatable: true, avalable_updates: 1, total_updates: 1 }
const pending = (new_update: boolean) => ({ updates: { bms: { new_update } } })
const alterations: readonly State[] = [
  altered('full', { battery_status: 'full', battery_power: 0, SOC: 100 }),
  altered('empty', { battery_status: 'empty', battery_power: 0, PV_power: 0, SOC: 3 }),
  altered('unknown word', { battery_status: 'dozing', battery_power: 0 }),
  altered('update waits', { ...AN_UPDATE, ...pending(true), update_waiting: true }),
  altered('update at 100 percent', {
    ...{ ...AN_UPDATE, ...pending(false), update_started: true, update_progress: 100 },
    online: false,
  }),
]
const updates: readonly State[] = [
  {
    name: 'updating',
    chosen: /^L2/,
    async enter(panel, page, words) {
      await startUpdate(panel, page, words)
      await showDashboard(page)
    },
    async leave(panel, page, words) {
      await panel.failInstallation(UPDATABLE)
      await acknowledge(page, words)
    },
  },
  {
    name: 'interrupted',
    chosen: /^L2/,
    async enter(panel, page, words) {
      await panel.failInstallation(UPDATABLE)
      await startUpdate(panel, page, words)
      await expect(interruption(page, words)).toBeVisible(PATIENCE)
      await showDashboard(page)
    },
    leave: (_panel, page, words) => acknowledge(page, words),
  },
]
const neverSeen: State = {
  name: 'never heard of',
  chosen: new RegExp(UNCLAIMED),
  async enter(panel, page) {
    await panel.cable(UNCLAIMED, false)
    // What it has sent by then is not its new owner's.
    await page.waitForTimeout(SETTLED_MS)
    await post(page, '/api/auth/usr_sn/', { sn: (await panel.sticker(UNCLAIMED)) ?? '' })
    await showDashboard(page)
  },
  leave: (_panel, page) =>
    post(page, '/api/auth/usr_sn/release/', { sn: UNCLAIMED, password: owner.password }),
}

const states: readonly State[] = [
  { name: 'normal', enter: async () => undefined },
  { name: 'switched off', enter: (panel) => panel.mainSwitch(SN, false) },
  command('standby'),
  command('calibrate'),
  {
    name: 'waiting for the grid',
    async enter(panel) {
      await panel.mainSwitch(SN, false)
      await panel.mainSwitch(SN, true)
    },
  },
  command('self_test'),
  message('na_schutz'),
  message('i2'),
  message('relay'),
  message('bat'),
  message('hw'),
  message('X-9'),
  { name: 'without its cable', enter: (panel) => panel.cable(SN, false) },
  {
    name: 'silent',
    async enter(panel, page) {
      await panel.silence(SN, true)
      await expect(page.locator('p[data-tone=warn]')).toBeVisible(PATIENCE)
    },
  },
  { name: 'float charge', enter: (panel) => panel.scenario('float_charge') },
  { name: 'regulating to zero', enter: (panel) => panel.hold(SN, { pv_w: 0, load_w: 400, battery_w: 392 }) },
  {
    name: 'three of four without their cables',
    enter: (panel) => Promise.all(units.map((unit) => panel.cable(unit, false))),
  },
  {
    name: 'server unreachable',
    async enter(_panel, page) {
      await page.waitForTimeout(SETTLED_MS)
      await page.context().setOffline(true)
    },
  },
  { name: 'counters contradict each other', enter: (_panel, page) => contradict(page) },
  ...alterations,
  ...updates,
  neverSeen,
]
const WIDE = { viewport: { width: 1440, height: 900 }, clip: { x: 216, y: 64, width: 1224, height: 560 } }
const PHONE = { viewport: { width: 390, height: 844 }, clip: { x: 0, y: 0, width: 390, height: 844 } }
const looks = [
  { german: true, dark: true, total: false, on: WIDE },
  { german: false, dark: false, total: true, on: WIDE },
  { german: false, dark: true, total: false, on: PHONE },
  { german: true, dark: false, total: true, on: PHONE },
] as const

/**
 * The dashboard in each state of a unit, of one system and of the total, wide and on a phone, each in both languages:
 * one sheet, to be looked at. With names, only of those states.
 */
export async function takeStates(
  browser: Browser,
  panel: FrontPanel,
  open: (page: Page) => Promise<void>,
  names: readonly string[],
): Promise<string> {
  mkdirSync(folder, { recursive: true })
  const rows: string[] = []
  const shown = states.filter(({ name }) => names.length === 0 || names.includes(name))
  for (const { name, enter, leave, chosen = /^L1/ } of shown) {
    const cells: string[] = []
    for (const [i, { german, dark, total, on }] of looks.entries()) {
      await panel.reset()
      await panel.scenario('sun_for_all')
      const context = await browser.newContext({
        locale: 'de-DE',
        viewport: on.viewport,
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
      const words = german ? texts.de : texts.en
      await enter(panel, page, words)
      await choose(page, total ? /^(?:Gesamt|Total)/ : chosen)
      await page.waitForTimeout(SETTLED_MS)
      const file = `${name.replaceAll(' ', '-')}-${i}.png`
      await page.screenshot({ path: `${folder}${file}`, clip: on.clip })
      cells.push(`<td><img src="${file}" height="420" alt=""></td>`)
      await leave?.(panel, page, words)
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
