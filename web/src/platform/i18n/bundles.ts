import type { calendar } from './de/energy/calendar.ts'
import type { changes } from './de/energy/changes.ts'
import type { charts } from './de/energy/charts.ts'
import type { corrections } from './de/energy/corrections.ts'
import type { health } from './de/energy/health.ts'
import type { imports } from './de/energy/imports.ts'
import type { place } from './de/energy/place.ts'
import type { quality } from './de/energy/quality.ts'
import type { update } from './de/firmware/update.ts'
import type { glossary } from './de/glossary.ts'
import type { account } from './de/identity/account.ts'
import type { details } from './de/live/details.ts'
import type { owner } from './de/live/owner.ts'
import type { alerts } from './de/messages/alerts.ts'
import type { camera } from './de/systems/camera.ts'
import type { de } from './de.ts'

export type Translations = typeof de &
  typeof owner &
  typeof account &
  typeof details &
  typeof update & {
    charts: typeof charts
    calendar: typeof calendar
    changes: typeof changes
    corrections: typeof corrections
    imports: typeof imports
    health: typeof health
    quality: typeof quality
    place: typeof place
    glossary: typeof glossary
    alerts: typeof alerts
    camera: typeof camera
  }
export type Language = 'de' | 'en'
export type Namespace = keyof Translations

/**
 * Texts loaded together: those of every day, of the account pages, of the pages behind the overview, of charts and
 * calendar, of corrections, of imports, of forecasts, of their quality, of places, of the health of batteries, of alerts, of updates,
 * the glossary, and of the camera.
 */
export const bundles = {
  everyday: {
    de: async () => (await import('./de.ts')).de,
    en: async () => (await import('./en.ts')).en,
  },
  owner: {
    de: async () => (await import('./de/live/owner.ts')).owner,
    en: async () => (await import('./en/live/owner.ts')).owner,
  },
  account: {
    de: async () => (await import('./de/identity/account.ts')).account,
    en: async () => (await import('./en/identity/account.ts')).account,
  },
  details: {
    de: async () => ({
      ...(await import('./de/live/details.ts')).details,
      ...(await import('./de/energy/forecast.ts')),
    }),
    en: async () => ({
      ...(await import('./en/live/details.ts')).details,
      ...(await import('./en/energy/forecast.ts')),
    }),
  },
  glossary: {
    de: () => import('./de/glossary.ts'),
    en: () => import('./en/glossary.ts'),
  },
  charts: {
    de: async () => ({
      ...(await import('./de/energy/charts.ts')),
      ...(await import('./de/energy/calendar.ts')),
      ...(await import('./de/energy/forecast.ts')),
      ...(await import('./de/firmware/versions.ts')),
    }),
    en: async () => ({
      ...(await import('./en/energy/charts.ts')),
      ...(await import('./en/energy/calendar.ts')),
      ...(await import('./en/energy/forecast.ts')),
      ...(await import('./en/firmware/versions.ts')),
    }),
  },
  corrections: {
    de: async () => ({
      ...(await import('./de/energy/charts.ts')),
      ...(await import('./de/energy/changes.ts')),
      ...(await import('./de/energy/corrections.ts')),
    }),
    en: async () => ({
      ...(await import('./en/energy/charts.ts')),
      ...(await import('./en/energy/changes.ts')),
      ...(await import('./en/energy/corrections.ts')),
    }),
  },
  imports: {
    de: async () => ({
      ...(await import('./de/energy/changes.ts')),
      ...(await import('./de/energy/imports.ts')),
    }),
    en: async () => ({
      ...(await import('./en/energy/changes.ts')),
      ...(await import('./en/energy/imports.ts')),
    }),
  },
  forecast: {
    de: () => import('./de/energy/forecast.ts'),
    en: () => import('./en/energy/forecast.ts'),
  },
  quality: {
    de: async () => ({
      ...(await import('./de/energy/forecast.ts')),
      ...(await import('./de/energy/quality.ts')),
    }),
    en: async () => ({
      ...(await import('./en/energy/forecast.ts')),
      ...(await import('./en/energy/quality.ts')),
    }),
  },
  health: {
    de: () => import('./de/energy/health.ts'),
    en: () => import('./en/energy/health.ts'),
  },
  place: {
    de: () => import('./de/energy/place.ts'),
    en: () => import('./en/energy/place.ts'),
  },
  camera: {
    de: () => import('./de/systems/camera.ts'),
    en: () => import('./en/systems/camera.ts'),
  },
  alerts: {
    de: () => import('./de/messages/alerts.ts'),
    en: () => import('./en/messages/alerts.ts'),
  },
  update: {
    de: async () => (await import('./de/firmware/update.ts')).update,
    en: async () => (await import('./en/firmware/update.ts')).update,
  },
} satisfies Record<string, Record<Language, () => Promise<Partial<Translations>>>>
export type Bundle = keyof typeof bundles
