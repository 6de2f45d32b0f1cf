import { Component } from '../src/features/messages/alerts/AlertsPage.tsx'
import { ALERTS, PUSH, RULES, SETTINGS, wireAlert, wirePush, wireRules, wireSettings } from './alerts.ts'
import { openOwnerPage } from './energy/ownerPage.tsx'
import { json, type serve } from './wire.ts'

/** A page of these alerts, the only one. */
export const alertPage = (...alerts: ReturnType<typeof wireAlert>[]) => ({
  total: alerts.length,
  open: alerts.filter(({ over_at }) => over_at === null).length,
  alerts,
})

/** Opens the page of alerts of an owner of three systems, with one alert unless `answers` say otherwise. */
export const openAlerts = (answers: Parameters<typeof serve>[0] = {}) =>
  openOwnerPage(
    Component,
    {
      [ALERTS]: () => json(alertPage(wireAlert())),
      [SETTINGS]: () => json(wireSettings()),
      [RULES]: () => json(wireRules()),
      [PUSH]: () => json(wirePush()),
      ...answers,
    },
    '/alerts',
  )
