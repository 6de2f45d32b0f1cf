import { renderToStaticMarkup } from 'react-dom/server'
import type { Language } from '../../../platform/i18n/bundles.ts'
import { setLanguage } from '../../../platform/i18n/i18n.ts'
import { MemoryRouter } from '../../../platform/router/MemoryRouter.tsx'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in page as shown before the app has loaded; rendered at build time. */
export async function firstPaint(language: Language): Promise<string> {
  await setLanguage(language)
  const page = (
    <MemoryRouter at="/login">
      <SignInPage end={null} signedIn={() => {}} />
    </MemoryRouter>
  )
  return renderToStaticMarkup(page, { identifierPrefix: language })
}
