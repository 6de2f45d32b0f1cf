import { learnLoad } from '@kellersonne/core/energy/forecast/house/learn'
import { loadForecast } from '@kellersonne/core/energy/forecast/load'
import { pvForecast } from '@kellersonne/core/energy/forecast/pv'
import { learnPv } from '@kellersonne/core/energy/forecast/sun/learn'
import { households } from '../recordings.ts'
import { bias, coverage, pinballRatio, ratio, sumCoverage, sumRatio } from './summary.ts'
import { walk } from './walk.ts'

const all = await households(process.env['RECORDINGS'] ?? '', 'Europe/Berlin')
const n = Number(process.env['N'] ?? 400)
for (const h of all)
  for (const kind of (process.env['K'] ?? 'pv,load').split(',')) {
    const t0 = performance.now()
    const f = walk(
      kind === 'pv' ? h.pv : h.load,
      h.days.slice(0, n),
      kind === 'pv'
        ? { clock: 'sun', forecast: pvForecast, learn: learnPv, isLit: (m, p) => m > 0.05 * p }
        : { clock: 'wall', forecast: loadForecast, learn: learnLoad, isLit: () => true },
      'Europe/Berlin',
    )
    console.log(h.name, kind, ((performance.now() - t0) / 1000).toFixed(1) + 's')
    for (const [k, d] of f) {
      const c = coverage(d)
      const m: Record<string, number> = {}
      for (const x of d) m[x.method] = (m[x.method] ?? 0) + 1
      console.log(
        ' ',
        k.padEnd(10),
        ratio(d).toFixed(4),
        'usual',
        ratio(d, 'usual').toFixed(3),
        'bias',
        bias(d).toFixed(3),
        'day',
        sumRatio(d).toFixed(3),
        'cov',
        c.within.toFixed(3),
        c.below.toFixed(3),
        c.above.toFixed(3),
        'pin',
        pinballRatio(d).toFixed(3),
        'sumcov',
        sumCoverage(d).toFixed(3),
        JSON.stringify(m),
      )
    }
  }
