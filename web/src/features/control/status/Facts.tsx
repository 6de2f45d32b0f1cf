import type { LiveSystem } from '@kellersonne/core/live/live'
import { houseLoad } from '@kellersonne/core/units/power'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Age } from '../../live/parts/LastOnline.tsx'
import { Fact, Shown, ShownPair } from './Fact.tsx'
import styles from './Status.module.css'

type Props = {
  system: LiveSystem
  /** True if it is online; otherwise its energies count as old, and its powers as unknown. */
  online: boolean
  now: Date
}

/** Facts about a battery, one per row. */
export function Facts({ system, online, now }: Props) {
  const { t } = useTranslation('batteries')
  const format = useFormats()
  const { powers, gridVoltage, today, status, lastOnline, timeZone } = system
  const until = online || lastOnline === null ? null : format.moment(lastOnline, now, timeZone)
  return (
    <dl className={styles.facts}>
      <Fact word={t('fact.power')}>
        <Shown {...format.power(online ? powers.battery : null, { magnitude: true })} />
      </Fact>
      <Fact word={t('fact.house')}>
        <Shown {...format.power(online ? houseLoad(powers) : null, { magnitude: true })} />
      </Fact>
      <Fact word={t('fact.voltage')}>
        <Shown {...format.voltage(online ? gridVoltage : null)} />
      </Fact>
      <Fact
        word={until === null ? t('fact.energies') : t('fact.lastEnergies', { time: until })}
        old={!online}
      >
        <ShownPair first={format.energy(today.charge)} second={format.energy(today.discharge)} />
      </Fact>
      <Fact word={t('fact.state')} old={!online}>
        {t(`storage.${status ?? 'unknown'}`)}
      </Fact>
      <Fact word={t('fact.lastOnline')}>
        {lastOnline ? <Age at={lastOnline} timeZone={timeZone} /> : t('fact.neverOnline')}
      </Fact>
    </dl>
  )
}
