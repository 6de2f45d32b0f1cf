import type { health as german } from '../../de/energy/health.ts'

export const health: typeof german = {
  title: 'Battery health',
  intro:
    'How much energy still fits into the battery is estimated from long charges and discharges. Only what was measured counts, at most three years back.',
  system: 'Battery',
  loading: 'The battery’s measurements are being evaluated.',
  failed: 'The health of the battery cannot be loaded.',
  nothing:
    'No state of charge has been measured yet. As soon as the unit reports it, the evaluation begins here.',
  capacityTitle: 'What still fits in',
  good: 'Healthy: {{share}} after {{years}} years, {{usual}} is usual.',
  weak: 'Less than usual: {{share}} after {{years}} years, {{usual}} is usual if it was new at the first reading.',
  weakAdvice:
    'What is warranted is in the maker’s terms. Show this page to the company that installed the battery.',
  early:
    'Measured for less than half a year: {{share}} of the stated capacity. How the battery ages will show later.',
  plain: '{{capacity}} fit into the battery.',
  notStated: 'The unit states no capacity to compare this with.',
  otherStated: 'The unit states {{stated}}. That does not fit what was measured, so there is no comparison.',
  tooFew:
    'That cannot be said yet: it takes ten charges or discharges over at least 30 percentage points without interruption.',
  exchanged: 'On {{date}} a battery with more capacity was put in. Only what came after counts.',
  basis:
    'Based on {{runs}} charges and discharges. Nine of ten such figures are within their range. The comparison is with what home batteries lose a year: one to three percentage points. Age counts from the first reading.',
  plusMinus: '{{value}} ± {{by}}',
  range: '{{low}} to {{high}}',
  chartLabel: 'Estimated capacity from {{first}} to {{last}}, between {{low}} and {{high}}.',
  legend: { month: 'median of a month', stated: 'stated by the unit' },
  table: 'As a table',
  month: 'Month',
  capacity: 'Capacity',
  runs: 'Charges and discharges',
  stated: 'stated: {{stated}}',
  aYear: 'Loss a year',
  aYearLater: 'shows after half a year',
  noLoss: 'not measurable',
  useTitle: 'What it has done',
  since: 'since {{date}}',
  roundTrip: 'Efficiency',
  roundTripRecent: 'mean of the last 90 days',
  roundTripFirst: 'mean of the last 90 days; {{first}} in the first 90 days',
  roundTripLater: 'takes five full cycles',
  cycles: 'Full cycles',
  throughput: '{{charged}} charged, {{discharged}} discharged',
  deep: 'Deep discharges',
  deepMeaning: 'below 5% state of charge',
  levelsTitle: 'Time by state of charge',
  levels: {
    empty: 'below 5%',
    low: '5 to 20%',
    middle: '20 to 80%',
    high: '80 to 95%',
    full: '95% and more',
  },
  levelsMeaning: 'A long time quite full or quite empty makes batteries age faster.',
  limits:
    'Kellersonne does not record temperatures. This page evaluates your measurements; it is no proof towards the maker.',
}
