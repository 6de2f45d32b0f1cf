import type { SystemFindings } from '@kellersonne/contract/energy/findings'
import { serialNumber } from '@kellersonne/contract/systems/systems'
import { json } from '../wire.ts'

export const FINDINGS = '/api/auth/findings/'
const sn = (text: string) => serialNumber.parse(text)

/** The answer while nothing is unusual. */
export const noFindings = () => json({ systems: [] })

/** A battery that hardly charges any more; PV cannot be judged. */
export const findingsWire = (more: Partial<SystemFindings> = {}): { systems: SystemFindings[] } => ({
  systems: [
    {
      ...{ sn: sn('1001'), judged_at: '2026-06-18T02:00:00.000Z' },
      checks: [
        { name: 'no_charge', verdict: 'unusual', why: null },
        { name: 'capacity', verdict: 'usual', why: null },
        { name: 'pv', verdict: 'unknown', why: 'too_little' },
      ],
      findings: [
        {
          ...{ id: '00000000-0000-4000-8000-000000000001', name: 'no_charge', ended_at: null, fix: null },
          ...{ begun_at: '2026-06-15T10:00:00.000Z', value: 0.02, usual: 0.97, limit: 0.48 },
          points: [13, 14, 15, 16, 17].map((day) => ({
            at: `2026-06-${day}T22:00:00.000Z`,
            value: day < 15 ? 0.97 : 0.02,
          })),
        },
      ],
      ...more,
    },
  ],
})
