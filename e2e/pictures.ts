// Takes the README's pictures from the demo started by `npm start`: `npm run pictures`. With `-- states`, a sheet of the
// dashboard in each state of a unit; with `-- states silent interrupted`, in those.
import { mkdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { chromium, type Page } from '@playwright/test'
import config from './playwright.config.ts'
import { frontPanel } from './product/front-panel.ts'
import { takeStates } from './states-sheet.ts'

const portal = process.env['PUBLIC_URL'] ?? 'http://localhost:8080'
const panel = frontPanel(process.env['PANEL_URL'] ?? 'http://localhost:8090')
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url))

type Picture = {
  readonly name: string
  readonly path: string
  /** Present once the page is ready. */
  readonly awaited: string
  /** Pressed before the picture is taken. */
  readonly pressed?: string
  readonly looks?: { readonly dark?: boolean; readonly german?: boolean; readonly phone?: boolean }
}
const pictures: readonly Picture[] = [
  { name: 'dashboard', path: '/dashboard', awaited: 'canvas' },
  { name: 'dashboard-light', path: '/dashboard', awaited: 'canvas', looks: { dark: false, german: false } },
  { name: 'dashboard-phone', path: '/dashboard', awaited: 'main h2', looks: { phone: true } },
  { name: 'batteries', path: '/dashboard/batteries', awaited: 'main h2' },
  // Today's chart is empty in the morning.
  { name: 'charts', path: '/charts', awaited: 'canvas', pressed: 'Zurück' },
  { name: 'calendar', path: '/calendar', awaited: '[role=grid]' },
  { name: 'update', path: '/update', awaited: '[role=radiogroup] label' },
]

async function signIn(page: Page) {
  await page.goto(`${portal}/login`)
  await page.locator('input[name=email]:enabled').fill('demo@kellersonne.example')
  await page.locator('input[name=password]:enabled').fill('Sonne-im-Keller-1')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/dashboard')
}

const browser = await chromium.launch(config.use?.launchOptions)

async function take({ name, path, awaited, pressed, looks = {} }: Picture) {
  const { dark = true, german = true, phone = false } = looks
  const context = await browser.newContext({
    locale: 'de-DE',
    viewport: phone ? { width: 390, height: 844 } : { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const kept = { darkMode: String(dark), languageSelected: String(german) }
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values)) localStorage.setItem(key, value)
  }, kept)
  const page = await context.newPage()
  await signIn(page)
  await page.locator(`nav a[href^="${path}"]:visible`).first().click()
  await page.waitForURL(`**${path}*`)
  await page.locator(awaited).first().waitFor()
  if (pressed !== undefined) await page.getByRole('button', { name: pressed, exact: true }).click()
  await page.waitForFunction(() => document.querySelector('[aria-busy=true]') === null)
  await page.screenshot({ path: `${folder}${name}.png` })
  await context.close()
}

try {
  if (process.argv[2] === 'states') {
    process.stdout.write(`${await takeStates(browser, panel, signIn, process.argv.slice(3))}\n`)
  } else {
    mkdirSync(folder, { recursive: true })
    await panel.scenario('sun_for_all')
    for (const picture of pictures) await take(picture)
  }
} finally {
  await panel.reset()
  await browser.close()
}
