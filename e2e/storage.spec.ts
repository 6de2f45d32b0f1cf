import { expect } from '@playwright/test'
import { signIn, test } from './product/product.ts'

const keys = [
  'accessToken',
  'refreshToken',
  'stayLoggedIn',
  'darkMode',
  'languageSelected',
  'lastValues',
  'lastChoice',
  'state',
  'selfReload',
  'sessionEnd',
  'draft',
  'typedCodes',
  'corrected',
  'foreign',
]
const hostile = [
  ['an empty text', ''],
  ['a brace', '{'],
  ['null', 'null'],
  ['an empty list', '[]'],
  ['a string', '"x"'],
  ['true', 'true'],
  ['a zero byte', '\u0000'],
  ['5000 characters', 'x'.repeat(5000)],
] as const
for (const [name, value] of hostile)
  test(`STO-02 with ${name} in every place of the storage, the portal opens`, async ({ page }) => {
    // A file of our origin that runs no script.
    await page.goto('/icon.svg')
    await page.evaluate(
      ([names, text]) => {
        for (const key of names) {
          localStorage.setItem(key, text)
          sessionStorage.setItem(key, text)
        }
      },
      [keys, value] as const,
    )
    await page.goto('/dashboard')
    // Not signed in with any of these: it ends at the sign-in page, which may come by another load.
    await page.waitForURL('**/login')
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  })

test('STO-02 a storage that is full or forbidden: an owner signs in all the same, for as long as the page lives', async ({
  page,
}) => {
  await page.addInitScript(() => {
    for (const area of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, area, {
        get() {
          throw new DOMException('denied', 'SecurityError')
        },
      })
  })
  await signIn(page)
  await expect(page.getByText(/Zuletzt online/).first()).toBeVisible()
})
