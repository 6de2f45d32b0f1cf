import { renderToStaticMarkup } from 'react-dom/server'
import { type Language, speak } from '../../i18n/i18n.ts'
import { SignInPage } from './SignInPage.tsx'

/** The sign-in page as it looks before the program has come; rendered at build time. */
export async function firstPaint(language: Language): Promise<string> {
  await speak(language)
  const page = <SignInPage sessionEnded={false} signedIn={() => null} />
  return renderToStaticMarkup(page, { identifierPrefix: language })
}
