import type { Content, Localizer, Snapshot } from './content.ts'
import { energyContent, houseEnergyContent } from './day.ts'
import { forecastContent } from './forecasts.ts'
import { houseContent, liveContent } from './live.ts'
import { selfConsumptionContent, selfSufficiencyContent } from './shares.ts'
import type { Topic } from './topics.ts'

/** What must be requested from the server. */
export function neededData(topic: Topic): 'balance' | 'forecast' | null {
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
export function explain(topic: Topic, snapshot: Snapshot, localizer: Localizer): Content {
  switch (topic) {
    case 'grid':
    case 'pv':
    case 'battery':
    case 'soc':
    case 'voltage':
      return liveContent(topic, snapshot, localizer)
    case 'house':
      return houseContent(snapshot, localizer)
    case 'energyForecast':
    case 'loadForecast':
      return forecastContent(topic, snapshot, localizer)
    case 'houseEnergy':
      return houseEnergyContent(snapshot, localizer)
    case 'selfConsumption':
      return selfConsumptionContent(snapshot, localizer)
    case 'selfSufficiency':
      return selfSufficiencyContent(snapshot, localizer)
    default:
      return energyContent(topic, snapshot, localizer)
  }
}
