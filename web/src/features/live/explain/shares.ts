import type { WattHours } from '@kellersonne/core/units/units'
import type { MarkerName } from '../../../ui/feedback/Marker.tsx'
import { type Content, exact, type Input, type Localizer, type Snapshot } from './content.ts'
import { measured } from './day.ts'

type EnergyInput =
  | 'pvToHouse'
  | 'pvToBattery'
  | 'batteryToHouse'
  | 'pvCharged'
  | 'charged'
  | 'pvEnergy'
  | 'houseEnergy'

const input = (
  name: EnergyInput,
  energy: WattHours | null,
  marker: MarkerName,
  { t, f }: Localizer,
): Input => ({
  name: t(`input.${name}`),
  value: exact(f).energy(energy),
  source: t('source.computed'),
  marker,
})

/** The share of the PV yield that was not fed in. */
export function selfConsumptionContent(snapshot: Snapshot, localizer: Localizer): Content {
  const { t, f } = localizer
  const share = snapshot.balance?.selfConsumption
  const x = exact(f)
  const { pvToHouse = null, pvToBattery = null, pv = null } = share?.inputs ?? {}
  return {
    ...shareOf('selfConsumption', snapshot, localizer),
    calculations: [
      {
        formula: t('formula.selfConsumption'),
        figures:
          pv === null
            ? null
            : `(${x.energy(pvToHouse)} + ${x.energy(pvToBattery)}) / ${x.energy(pv)} = ${x.share(share?.value ?? null)}`,
        inputs: [
          input('pvToHouse', pvToHouse, 'pv', localizer),
          input('pvToBattery', pvToBattery, 'battery', localizer),
          input('pvEnergy', pv, 'pv', localizer),
        ],
      },
    ],
    remarks: remarksOf(snapshot, localizer),
  }
}

/** The share of the house's consumption covered by PV, directly or through the battery. */
export function selfSufficiencyContent(snapshot: Snapshot, localizer: Localizer): Content {
  const { t, f } = localizer
  const share = snapshot.balance?.selfSufficiency
  const x = exact(f)
  const {
    pvToHouse = null,
    batteryToHouse = null,
    pvCharged = null,
    charged = null,
    house = null,
  } = share?.inputs ?? {}
  const part = pvCharged !== null && charged ? (100 * pvCharged) / charged : null
  const sunShare = part === null ? '–' : f.text({ value: f.number(part, 1), unit: '%' })
  const direct = x.energy(pvToHouse)
  const own = batteryToHouse === 0 ? direct : `(${direct} + ${x.energy(batteryToHouse)} × ${sunShare})`
  return {
    ...shareOf('selfSufficiency', snapshot, localizer),
    calculations: [
      {
        formula: t('formula.selfSufficiency'),
        figures: house === null ? null : `${own} / ${x.energy(house)} = ${x.share(share?.value ?? null)}`,
        inputs: [
          input('pvToHouse', pvToHouse, 'pv', localizer),
          input('batteryToHouse', batteryToHouse, 'battery', localizer),
          input('houseEnergy', house, 'load', localizer),
          { name: t('input.sunShare'), value: sunShare, source: t('source.computed'), marker: 'battery' },
          input('charged', charged, 'battery', localizer),
          input('pvCharged', pvCharged, 'pv', localizer),
        ],
      },
    ],
    remarks: [t('remark.mixed'), ...remarksOf(snapshot, localizer)],
  }
}

function shareOf(name: 'selfConsumption' | 'selfSufficiency', { balance }: Snapshot, { t, f }: Localizer) {
  const why = balance?.[name].why ?? null
  return {
    value: f.text(f.percent(balance?.[name].value ?? null)),
    note: '',
    text: t(`day.${name}`),
    why: why && t(`why.${why}`),
    asOf: balance?.at ?? null,
  }
}

const remarksOf = (snapshot: Snapshot, localizer: Localizer) => [
  ...(snapshot.view.chosen.length > 1 ? [localizer.t('remark.total')] : []),
  ...measured(snapshot, localizer),
]
