import type { TableUse } from './table-use.ts'

/** The tables of the domain `energy`, as in tables.ts. */
export const energyTables: Record<string, TableUse> = {
  battery_temperature: { writes: ['energy/health/temperature-store'] },
  correction: {
    writes: ['energy/corrections/store'],
    reads: ['energy/forecast/memory-store', 'telemetry/readings/corrections'],
  },
  energy_import: { writes: ['energy/imports/store'], reads: ['energy/forecast/memory-store'] },
  finding: { writes: ['energy/findings/store'], reads: ['messages/alerts/fact-store'] },
  forecast: { writes: ['energy/forecast/store'], reads: ['energy/forecast/memory-store'] },
  forecast_day: { writes: ['energy/forecast/record/store'] },
  forecast_day_due: { writes: ['energy/forecast/record/store'] },
  forecast_memory: { writes: ['energy/forecast/memory-store'], reads: ['energy/forecast/store'] },
  imported_day: { writes: ['energy/imports/store'], reads: ['telemetry/readings/quarter-rows'] },
  passport_link: { writes: ['energy/passport/link-store'] },
  watch: { writes: ['energy/findings/store'] },
  weather_budget: { writes: ['energy/weather/budget-store'], reads: ['operations/monitoring/gauges'] },
  weather_cell: { writes: ['energy/weather/store'], reads: ['operations/monitoring/gauges'] },
}
