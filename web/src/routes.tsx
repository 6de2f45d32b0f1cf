import { redirect, type RouteObject } from 'react-router'
import { guestsOnly, ownersOnly } from './guard.ts'
import { RouteFault } from './shell/RouteFault.tsx'
import { Root } from './shell/Root.tsx'
import type { Handle } from './shell/title.ts'

const titled = (title: Handle['title']): Handle => ({ title })

/** Every address of the portal. What a page needs is loaded when it is gone to. */
export const routes: RouteObject[] = [
  {
    Component: Root,
    ErrorBoundary: RouteFault,
    HydrateFallback: () => null,
    children: [
      { index: true, loader: () => redirect('/login') },
      {
        path: 'login',
        handle: titled('signIn:title'),
        loader: guestsOnly,
        lazy: { Component: async () => (await import('./pages/login/LoginPage.tsx')).Component },
      },
      {
        path: 'logout',
        lazy: { loader: async () => (await import('./pages/logout/leave.ts')).loader },
      },
      {
        loader: ownersOnly,
        lazy: { Component: async () => (await import('./shell/MainLayout.tsx')).Component },
        children: [
          {
            path: 'dashboard',
            handle: titled('shell:dashboard'),
            lazy: {
              loader: async () => (await import('./data/live.ts')).loader,
              Component: async () => (await import('./pages/dashboard/DashboardPage.tsx')).Component,
            },
          },
        ],
      },
      {
        path: '*',
        handle: titled('notFound:title'),
        lazy: { Component: async () => (await import('./pages/not-found/NotFoundPage.tsx')).Component },
      },
    ],
  },
]
