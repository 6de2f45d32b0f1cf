import type { ComponentType } from 'react'
import { type RouteObject, redirect } from 'react-router'
import { loader as showLive } from './data/live.ts'
import { guestsOnly, ownersOnly } from './guard.ts'
import { Root } from './shell/Root.tsx'
import { RouteFault } from './shell/RouteFault.tsx'
import type { Handle } from './shell/title.ts'

const titled = (title: Handle['title']): Handle => ({ title })

/** Until the first page has come, what index.html shows stays. */
const Nothing = () => null
const page = (load: () => Promise<{ Component: ComponentType }>) => async () => (await load()).Component

const pages = (): RouteObject[] => [
  { index: true, loader: () => redirect('/login'), Component: Nothing },
  {
    path: 'login',
    handle: titled('signIn:title'),
    loader: guestsOnly,
    lazy: { Component: page(() => import('./pages/login/LoginPage.tsx')) },
  },
  {
    path: 'logout',
    lazy: { loader: async () => (await import('./pages/logout/leave.ts')).loader },
  },
  {
    loader: ownersOnly,
    lazy: { Component: page(() => import('./shell/MainLayout.tsx')) },
    children: [
      {
        path: 'dashboard',
        handle: titled('shell:dashboard'),
        loader: showLive,
        lazy: { Component: page(() => import('./pages/dashboard/DashboardPage.tsx')) },
      },
    ],
  },
  {
    path: '*',
    handle: titled('notFound:title'),
    lazy: { Component: page(() => import('./pages/not-found/NotFoundPage.tsx')) },
  },
]

/** Every address of the portal, anew for each router. What a page needs is loaded when it is gone to. */
export const routes = (): RouteObject[] => [
  {
    Component: Root,
    HydrateFallback: Nothing,
    children: [{ ErrorBoundary: RouteFault, children: pages() }],
  },
]
