import type { Page } from '@playwright/test'
import { mail, tokenIn } from '../product/mails.ts'
import type { Product } from '../product/started.ts'

type Newcomer = { readonly email: string; readonly password: string; readonly key: string }

/** Registers an account with a confirmed address by link, and gives the code again if `key` is one. */
export async function register(page: Page, product: Product, { email, password, key }: Newcomer) {
  const shown = {
    phone: '+4915112345678',
    country: 'DE',
    key1: key,
    terms: '2026-11-21',
    lang: 'de',
  }
  await page.request.post('/api/auth/register/', { form: { ...shown, email, password } })
  const token = tokenIn(await mail(product, email, 'noch ein Schritt'))
  const code1 = key.includes('-') ? key : ''
  const answer = await page.request.post('/api/auth/register/confirm/', { form: { token, password, code1 } })
  const { access } = (await answer.json()) as { readonly access: string }
  return { ok: answer.ok(), access }
}
