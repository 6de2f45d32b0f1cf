/* Runs before the first paint: appearance, language, and what the page shown first will need. */
{
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const signedIn = read('accessToken') !== null
  const german = read('languageSelected') ?? 'true'
  const atSignIn = !signedIn && /^\/(login)?$/.test(location.pathname)

  root.dataset.colorScheme = read('darkMode') === 'false' ? 'light' : 'dark'
  root.lang = german === 'true' ? 'de' : 'en'
  if (atSignIn) root.dataset.start = 'sign-in'

  const needed = `${root.dataset[root.lang] ?? ''} ${root.dataset[signedIn ? 'portal' : 'signIn'] ?? ''}`
  for (const href of needed.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    link.rel = href.endsWith('.css') ? 'preload' : 'modulepreload'
    if (href.endsWith('.css')) link.as = 'style'
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }
}
