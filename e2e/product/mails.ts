import { expect } from '@playwright/test'
import type { Product } from './started.ts'

/** The text of the latest mail to the address with this in its subject, once it has arrived. */
export async function mail(product: Product, address: string, subject: string): Promise<string> {
  let text = ''
  await expect
    .poll(async () => {
      const mails = await product.panel.mailsTo(address)
      text = mails.find((one) => one.subject.includes(subject))?.text ?? ''
      return text
    })
    .not.toBe('')
  return text
}

/** The token of the link in a mail. */
export const tokenIn = (text: string) => /#token=(\w+)/.exec(text)?.[1] ?? ''

/** The link with a token in a mail. */
export const linkIn = (text: string) => /http\S+#token=\w+/.exec(text)?.[0] ?? ''
