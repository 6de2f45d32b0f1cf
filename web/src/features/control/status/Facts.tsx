import type { LiveSystem, LiveValues } from '@kellersonne/core/live/live'
import { canMeasure } from '@kellersonne/core/systems/capabilities'
import { ageOf } from '@kellersonne/core/telemetry/freshness'
import { houseLoad } from '@kellersonne/core/units/power'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Age } from '../../live/parts/LastOnline.tsx'
import { Fact, Shown, ShownPair } from './Fact.tsx'
import styles from './Status.module.css'

type Props = {
  system: LiveSystem
  /** Its values, with those that are too old to be current. */
  measured: LiveValues
  /** True if it is online; otherwise its energies count as old, and its powers as unknown. */
  online: boolean
  now: Date
}

/** Facts about a battery, one per row. */
export function Facts({ system, measured, online, now }: Props) {
  const { t } = useTranslation('batteries')
  const format = useFormats()
  const { powers, today, status, lastOnline, timeZone, capabilities } = system
  const hasBattery = canMeasure(capabilities, 'battery_w')
  const until = online || lastOnline === null ? null : format.moment(lastOnline, now, timeZone)
  /** When an old value was measured; null if it is current. */
  const oldTime = (at: Date | null) =>
    online && at !== null && ageOf(at, now) !== 'current' ? format.moment(at, now, timeZone) : null
  const batteryAt = oldTime(measured.measuredAt.battery)
  const voltageAt = oldTime(measured.measuredAt.gridVoltage)
  return (
    <dl className={styles.facts}>
      {hasBattery && (
        <Fact
          word={batteryAt ? t('fact.lastPower', { time: batteryAt }) : t('fact.power')}
          old={batteryAt !== null}
        >
          <Shown {...format.power(online ? measured.powers.battery : null, { magnitude: true })} />
        </Fact>
      )}
      {canMeasure(capabilities, 'grid_w') && (
        <Fact word={t('fact.house')}>
          <Shown {...format.power(online ? houseLoad(powers) : null, { magnitude: true })} />
        </Fact>
      )}
      {canMeasure(capabilities, 'grid_v') && (
        <Fact
          word={voltageAt ? t('fact.lastVoltage', { time: voltageAt }) : t('fact.voltage')}
          old={voltageAt !== null}
        >
          <Shown {...format.voltage(online ? measured.gridVoltage : null)} />
        </Fact>
      )}
      {hasBattery && (
        <Fact
          word={until === null ? t('fact.energies') : t('fact.lastEnergies', { time: until })}
          old={!online}
        >
          <ShownPair first={format.energy(today.charge)} second={format.energy(today.discharge)} />
        </Fact>
      )}
      <Fact word={t('fact.state')} old={!online}>
        {t(`storage.${status ?? 'unknown'}`)}
      </Fact>
      <Fact word={t('fact.lastOnline')}>
        {lastOnline ? <Age at={lastOnline} timeZone={timeZone} /> : t('fact.neverOnline')}
      </Fact>
    </dl>
  )
}
