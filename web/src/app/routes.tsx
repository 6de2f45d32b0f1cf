import type { ComponentType } from 'react'
import { type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { withChunkTimeout } from '../platform/chunkFault.ts'
import { guestsOnly, guestsOrAnswer, loadedDataOnly, ownersOnly } from '../platform/guard.ts'
import type { Bundle } from '../platform/i18n/bundles.ts'
import { loadNamespaces } from '../platform/i18n/i18n.ts'
import { Root } from './frame/Root.tsx'
import { PageFault, RouteFault } from './frame/RouteFault.tsx'
import type { Handle } from './frame/title.ts'

const titled = (title: Handle['title']): Handle => ({ title })

/** Leaves the content of index.html in place until the first page has loaded. */
const Nothing = () => null
const page = (load: () => Promise<{ Component: ComponentType }>) => async () =>
  (await withChunkTimeout(load())).Component
const liveValues = () => withChunkTimeout(import('../features/live/api/live.ts'))
/** Live values start with a page that shows them, for its owner; signing in does not wait for their code. */
async function showLive({ request }: LoaderFunctionArgs) {
  const [elsewhere, live] = await Promise.all([ownersOnly({ request }), liveValues()])
  return elsewhere ?? live.loader()
}
/** NAV-10: waits for the current data. A redirect of its own would hide the guard's. */
async function showKnown({ request }: LoaderFunctionArgs) {
  const [elsewhere, live] = await Promise.all([ownersOnly({ request }), liveValues()])
  if (elsewhere) return elsewhere
  live.loader()
  await live.answered(request.signal)
  return loadedDataOnly()
}
/** A page with a text bundle of its own. */
const wordyPage = (bundle: Bundle) => (load: () => Promise<{ Component: ComponentType }>) => async () => {
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

/** Pages within the layout, which survives an error in one of them. */
const within = (children: RouteObject[]): RouteObject[] => [{ ErrorBoundary: PageFault, children }]
const glossaryPage = wordyPage('glossary')

const pages = (): RouteObject[] => [
  { index: true, loader: () => redirect('/login'), Component: Nothing },
  {
    path: 'login',
    handle: titled('signIn:title'),
    loader: guestsOnly,
    lazy: { Component: page(() => import('../features/identity/login/LoginPage.tsx')) },
  },
  {
    path: 'register',
    handle: titled('register:title'),
    loader: guestsOnly,
    lazy: { Component: accountPage(() => import('../features/identity/register/RegisterPage.tsx')) },
  },
  {
    path: 'register/confirm',
    handle: titled('register:title'),
    lazy: { Component: accountPage(() => import('../features/identity/register/ConfirmPage.tsx')) },
  },
  {
    path: 'lock',
    handle: titled('reset:title'),
    lazy: { Component: accountPage(() => import('../features/identity/reset/RequestPage.tsx')) },
  },
  {
    path: 'password_reset',
    handle: titled('reset:title'),
    lazy: { Component: accountPage(() => import('../features/identity/reset/PasswordResetPage.tsx')) },
  },
  {
    path: 'email/confirm',
    handle: titled('email:confirm.title'),
    lazy: { Component: accountPage(() => import('../features/identity/email/ConfirmPage.tsx')) },
  },
  {
    path: 'email/undo',
    handle: titled('email:undo.title'),
    lazy: { Component: accountPage(() => import('../features/identity/email/UndoPage.tsx')) },
  },
  {
    path: 'alerts/mute',
    handle: titled('alerts:link.title'),
    lazy: { Component: alertPage(() => import('../features/messages/alerts/MutePage.tsx')) },
  },
  {
    path: 'passport',
    handle: titled('health:passportPage.title'),
    lazy: { Component: healthPage(() => import('../features/energy/passport/PassportPage.tsx')) },
  },
  {
    path: 'login_cleverpv',
    handle: titled('provider:title'),
    loader: guestsOrAnswer,
    // The page takes the provider's answer out of its address, and stays to say what came of it.
    shouldRevalidate: () => false,
    lazy: { Component: accountPage(() => import('../features/identity/provider/ProviderPage.tsx')) },
  },
  {
    path: 'home',
    handle: titled('about:home.title'),
    lazy: { Component: accountPage(() => import('../features/about/HomePage.tsx')) },
  },
  {
    path: 'contact',
    handle: titled('about:contact.title'),
    lazy: { Component: accountPage(() => import('../features/about/AboutPage.tsx')) },
  },
  {
    path: 'imprint',
    handle: titled('about:imprint.title'),
    lazy: { Component: accountPage(() => import('../features/about/AboutPage.tsx')) },
  },
  {
    path: 'privacy',
    handle: titled('about:privacy.title'),
    lazy: { Component: accountPage(() => import('../features/about/AboutPage.tsx')) },
  },
  {
    path: 'terms',
    handle: titled('about:terms.title'),
    lazy: { Component: accountPage(() => import('../features/about/AboutPage.tsx')) },
  },
  {
    path: 'logout',
    lazy: {
      loader: async () => (await withChunkTimeout(import('../features/identity/logout/loader.ts'))).loader,
    },
  },
  {
    loader: ownersOnly,
    lazy: { Component: ownerPage(() => import('./frame/MainLayout.tsx')) },
    children: within([
      {
        path: 'dashboard',
        handle: titled('shell:dashboard'),
        loader: showLive,
        lazy: { Component: page(() => import('../features/live/DashboardPage.tsx')) },
      },
      {
        path: 'dashboard/batteries',
        handle: titled('batteries:title'),
        loader: showLive,
        lazy: { Component: detailPage(() => import('../features/control/BatteriesPage.tsx')) },
      },
      {
        path: 'dashboard/messages',
        handle: titled('messages:title'),
        loader: showLive,
        lazy: { Component: detailPage(() => import('../features/messages/MessagesPage.tsx')) },
      },
      {
        path: 'alerts',
        handle: titled('alerts:title'),
        loader: showLive,
        lazy: { Component: alertPage(() => import('../features/messages/alerts/AlertsPage.tsx')) },
      },
      {
        path: 'charts',
        handle: titled('shell:charts'),
        loader: showLive,
        lazy: { Component: chartPage(() => import('../features/energy/charts/ChartsPage.tsx')) },
      },
      {
        path: 'calendar',
        handle: titled('shell:calendar'),
        loader: showLive,
        lazy: { Component: chartPage(() => import('../features/energy/calendar/CalendarPage.tsx')) },
      },
      {
        path: 'corrections',
        handle: titled('corrections:title'),
        loader: showLive,
        lazy: {
          Component: correctionPage(() => import('../features/energy/corrections/CorrectionsPage.tsx')),
        },
      },
      {
        path: 'import',
        handle: titled('imports:title'),
        loader: showLive,
        lazy: { Component: importPage(() => import('../features/energy/imports/ImportPage.tsx')) },
      },
      {
        path: 'forecast-quality',
        handle: titled('quality:title'),
        loader: showLive,
        lazy: { Component: qualityPage(() => import('../features/energy/quality/QualityPage.tsx')) },
      },
      {
        path: 'battery-health',
        handle: titled('health:title'),
        loader: showLive,
        lazy: { Component: healthPage(() => import('../features/energy/health/HealthPage.tsx')) },
      },
      {
        path: 'update',
        handle: titled('shell:update'),
        loader: showKnown,
        lazy: { Component: updatePage(() => import('../features/firmware/update/UpdatePage.tsx')) },
      },
      {
        path: 'settings',
        handle: titled('settings:title'),
        loader: showLive,
        lazy: { Component: accountPage(() => import('./settings/SettingsPage.tsx')) },
      },
      {
        path: 'user',
        handle: titled('user:title'),
        loader: showLive,
        lazy: { Component: accountPage(() => import('../features/identity/user/UserPage.tsx')) },
      },
      {
        path: 'glossary',
        handle: titled('glossary:title'),
        loader: showLive,
        lazy: { Component: glossaryPage(() => import('../features/glossary/GlossaryPage.tsx')) },
      },
    ]),
  },
  {
    path: '*',
    handle: titled('notFound:title'),
    lazy: { Component: page(() => import('./not-found/NotFoundPage.tsx')) },
  },
]

/** Every route of the portal, created anew for each router. A page's chunk is loaded when it is visited. */
export const routes = (): RouteObject[] => [
  {
    Component: Root,
    ErrorBoundary: RouteFault,
    HydrateFallback: Nothing,
    children: [{ ErrorBoundary: RouteFault, children: pages() }],
  },
]
