import type { Content, Snapshot, Words } from './content.ts'
import { energyContent, houseEnergyContent } from './day.ts'
import { forecastContent } from './forecasts.ts'
import { houseContent, liveContent } from './live.ts'
import { selfConsumptionContent, selfSufficiencyContent } from './shares.ts'
import type { Topic } from './topics.ts'

/** What must be requested from the server. */
export function needs(topic: Topic): 'balance' | 'forecast' | null {
  switch (topic) {
    case 'grid':
    case 'pv':
    case 'battery':
    case 'soc':
    case 'voltage':
    case 'house':
      return null
    case 'energyForecast':
    case 'loadForecast':
      return 'forecast'
    default:
      return 'balance'
  }
}

/** Explains how a number was derived (DSH-11). */
export function contentOf(topic: Topic, snapshot: Snapshot, words: Words): Content {
  switch (topic) {
    case 'grid':
    case 'pv':
    case 'battery':
    case 'soc':
    case 'voltage':
      return liveContent(topic, snapshot, words)
    case 'house':
      return houseContent(snapshot, words)
    case 'energyForecast':
    case 'loadForecast':
      return forecastContent(topic, snapshot, words)
    case 'houseEnergy':
      return houseEnergyContent(snapshot, words)
    case 'selfConsumption':
      return selfConsumptionContent(snapshot, words)
    case 'selfSufficiency':
      return selfSufficiencyContent(snapshot, words)
    default:
      return energyContent(topic, snapshot, words)
  }
}
