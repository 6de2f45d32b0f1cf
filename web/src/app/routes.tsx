import { withChunkTimeout } from '../platform/chunkFault.ts'
import { guestsOnly, guestsOrAnswer, loadedDataOnly, ownersOnly } from '../platform/guard.ts'
import type { Bundle } from '../platform/i18n/bundles.ts'
import { loadNamespaces } from '../platform/i18n/i18n.ts'
import { type Part, type Route, redirect, type Visit } from '../platform/router/routes.ts'
import type { Title } from './frame/title.ts'

type PortalRoute = Route & { readonly title?: Title }
type Load = () => Promise<{ Component: Part }>

const page = (load: Load) => async () => (await withChunkTimeout(load())).Component
const liveValues = () => withChunkTimeout(import('../features/live/api/live.ts'))
/** Live values start with a page that shows them, for its owner; signing in does not wait for their code. */
async function showLive({ url }: Visit) {
  const [elsewhere, live] = await Promise.all([ownersOnly({ url }), liveValues()])
  if (elsewhere === null) live.followLive()
  return elsewhere
}
/** NAV-10: waits for the current data. */
async function showKnown({ url, signal }: Visit) {
  const [elsewhere, live] = await Promise.all([ownersOnly({ url }), liveValues()])
  if (elsewhere) return elsewhere
  live.followLive()
  await live.answered(signal)
  return loadedDataOnly()
}
/** A page with a text bundle of its own. */
const wordyPage = (bundle: Bundle) => (load: Load) => async () => {
  const [{ Component }] = await withChunkTimeout(Promise.all([load(), loadNamespaces(bundle)]))
  return Component
}
const ownerPage = wordyPage('owner')
const accountPage = wordyPage('account')
const detailPage = wordyPage('details')
const chartPage = wordyPage('charts')
const correctionPage = wordyPage('corrections')
const importPage = wordyPage('imports')
const qualityPage = wordyPage('quality')
const healthPage = wordyPage('health')
const updatePage = wordyPage('update')
const alertPage = wordyPage('alerts')
const glossaryPage = wordyPage('glossary')

const publicPages: readonly PortalRoute[] = [
  { path: '/', guard: () => redirect('/login') },
  {
    path: '/login',
    title: 'signIn:title',
    guard: guestsOnly,
    load: page(() => import('../features/identity/login/LoginPage.tsx')),
  },
  {
    path: '/register',
    title: 'register:title',
    guard: guestsOnly,
    load: accountPage(() => import('../features/identity/register/RegisterPage.tsx')),
  },
  {
    path: '/register/confirm',
    title: 'register:title',
    load: accountPage(() => import('../features/identity/register/ConfirmPage.tsx')),
  },
  {
    path: '/lock',
    title: 'reset:title',
    load: accountPage(() => import('../features/identity/reset/RequestPage.tsx')),
  },
  {
    path: '/password_reset',
    title: 'reset:title',
    load: accountPage(() => import('../features/identity/reset/PasswordResetPage.tsx')),
  },
  {
    path: '/email/confirm',
    title: 'email:confirm.title',
    load: accountPage(() => import('../features/identity/email/ConfirmPage.tsx')),
  },
  {
    path: '/email/undo',
    title: 'email:undo.title',
    load: accountPage(() => import('../features/identity/email/UndoPage.tsx')),
  },
  {
    path: '/alerts/mute',
    title: 'alerts:link.title',
    load: alertPage(() => import('../features/messages/alerts/MutePage.tsx')),
  },
  {
    path: '/passport',
    title: 'health:passportPage.title',
    load: healthPage(() => import('../features/energy/passport/PassportPage.tsx')),
  },
  {
    path: '/login_cleverpv',
    title: 'provider:title',
    guard: guestsOrAnswer,
    // The page takes the provider's answer out of its address, and stays to say what came of it.
    guardOnce: true,
    load: accountPage(() => import('../features/identity/provider/ProviderPage.tsx')),
  },
  {
    path: '/home',
    title: 'about:home.title',
    load: accountPage(() => import('../features/about/HomePage.tsx')),
  },
  {
    path: '/contact',
    title: 'about:contact.title',
    load: accountPage(() => import('../features/about/AboutPage.tsx')),
  },
  {
    path: '/imprint',
    title: 'about:imprint.title',
    load: accountPage(() => import('../features/about/AboutPage.tsx')),
  },
  {
    path: '/privacy',
    title: 'about:privacy.title',
    load: accountPage(() => import('../features/about/AboutPage.tsx')),
  },
  {
    path: '/terms',
    title: 'about:terms.title',
    load: accountPage(() => import('../features/about/AboutPage.tsx')),
  },
  {
    path: '/logout',
    guard: async () => (await withChunkTimeout(import('../features/identity/logout/guard.ts'))).guard(),
  },
]

/** NAV-09: pages for signed-in owners, within the layout. */
const ownerPages: readonly PortalRoute[] = [
  {
    path: '/dashboard',
    title: 'shell:dashboard',
    guard: showLive,
    load: page(() => import('../features/live/DashboardPage.tsx')),
  },
  {
    path: '/dashboard/batteries',
    title: 'batteries:title',
    guard: showLive,
    load: detailPage(() => import('../features/control/BatteriesPage.tsx')),
  },
  {
    path: '/dashboard/messages',
    title: 'messages:title',
    guard: showLive,
    load: detailPage(() => import('../features/messages/MessagesPage.tsx')),
  },
  {
    path: '/alerts',
    title: 'alerts:title',
    guard: showLive,
    load: alertPage(() => import('../features/messages/alerts/AlertsPage.tsx')),
  },
  {
    path: '/charts',
    title: 'shell:charts',
    guard: showLive,
    load: chartPage(() => import('../features/energy/charts/ChartsPage.tsx')),
  },
  {
    path: '/calendar',
    title: 'shell:calendar',
    guard: showLive,
    load: chartPage(() => import('../features/energy/calendar/CalendarPage.tsx')),
  },
  {
    path: '/corrections',
    title: 'corrections:title',
    guard: showLive,
    load: correctionPage(() => import('../features/energy/corrections/CorrectionsPage.tsx')),
  },
  {
    path: '/import',
    title: 'imports:title',
    guard: showLive,
    load: importPage(() => import('../features/energy/imports/ImportPage.tsx')),
  },
  {
    path: '/forecast-quality',
    title: 'quality:title',
    guard: showLive,
    load: qualityPage(() => import('../features/energy/quality/QualityPage.tsx')),
  },
  {
    path: '/battery-health',
    title: 'health:title',
    guard: showLive,
    load: healthPage(() => import('../features/energy/health/HealthPage.tsx')),
  },
  {
    path: '/update',
    title: 'shell:update',
    guard: showKnown,
    load: updatePage(() => import('../features/firmware/update/UpdatePage.tsx')),
  },
  {
    path: '/settings',
    title: 'settings:title',
    guard: showLive,
    load: accountPage(() => import('./settings/SettingsPage.tsx')),
  },
  {
    path: '/user',
    title: 'user:title',
    guard: showLive,
    load: accountPage(() => import('../features/identity/user/UserPage.tsx')),
  },
  {
    path: '/glossary',
    title: 'glossary:title',
    guard: showLive,
    load: glossaryPage(() => import('../features/glossary/GlossaryPage.tsx')),
  },
]

const notFound: PortalRoute = {
  path: '*',
  title: 'notFound:title',
  load: page(() => import('./not-found/NotFoundPage.tsx')),
}

const layout = ownerPage(() => import('./frame/MainLayout.tsx'))

/** Every page of the portal. A page's code is loaded when it is visited. */
export const routes: readonly Route[] = [
  ...publicPages,
  ...ownerPages.map((route) => ({ ...route, layout })),
  notFound,
]
