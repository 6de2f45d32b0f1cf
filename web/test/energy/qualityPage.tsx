import { screen } from '@testing-library/react'
import { Component } from '../../src/features/energy/quality/QualityPage.tsx'
import { loadNamespaces } from '../../src/platform/i18n/i18n.ts'
import { json, type serve } from '../wire.ts'
import { qualityWire } from './forecast.ts'
import { openOwnerPage } from './ownerPage.tsx'

export const QUALITY = '/api/auth/forecast/quality/'
export const RUNWAY = '/api/auth/forecast/runway/'

/** Opens the page of an owner of three systems. */
export async function openQuality(answers: Parameters<typeof serve>[0] = {}, search = '') {
  await loadNamespaces('quality')
  const own = { [QUALITY]: () => json(qualityWire()), [RUNWAY]: () => json({ runway: null }) }
  const opened = openOwnerPage(Component, { ...own, ...answers }, `/forecast-quality${search}`)
  await screen.findByText(/^Jede Prognose wird aufbewahrt/)
  return opened
}
