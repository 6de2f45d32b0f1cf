/* Runs before the first paint: sets appearance and language, preloads the first page's files, requests its values. */
{
  const root = document.documentElement
  const read = (key) => {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  const token = read('accessToken')
  const signedIn = token !== null
  const german = read('languageSelected') ?? 'true'
  const atSignIn = !signedIn && /^\/(login)?$/.test(location.pathname)

  root.dataset.colorScheme = read('darkMode') === 'false' ? 'light' : 'dark'
  const bar = document.querySelector('meta[name="theme-color"]')
  bar.content = bar.dataset[root.dataset.colorScheme]
  root.lang = german === 'true' ? 'de' : 'en'
  if (atSignIn) root.dataset.start = 'sign-in'

  const lists = signedIn ? [root.lang, 'portal', `${root.lang}Owner`] : [root.lang, 'signIn']
  const needed = lists.map((name) => root.dataset[name] ?? '').join(' ')
  const kinds = { '.css': 'style', '.woff2': 'font' }
  for (const href of needed.split(' ').filter(Boolean)) {
    const link = document.createElement('link')
    const kind = kinds[href.slice(href.lastIndexOf('.'))]
    link.rel = kind ? 'preload' : 'modulepreload'
    if (kind) link.as = kind
    link.crossOrigin = 'anonymous'
    link.href = href
    document.head.append(link)
  }

  /* The app uses this response (src/platform/client/headStart.ts), unless the page is left before it arrives. */
  const live = root.dataset.live
  const showsLive = /^\/(login|dashboard)?$/.test(location.pathname) && document.visibilityState === 'visible'
  if (signedIn && live && showsLive) {
    const stop = new AbortController()
    const headers = { authorization: `Bearer ${token}` }
    const answer = fetch(live, { headers, signal: stop.signal })
    answer.catch(() => null)
    window.headStart = { path: live, token, answer, stop }
    document.addEventListener('visibilitychange', () => stop.abort(), { once: true })
  }
}
