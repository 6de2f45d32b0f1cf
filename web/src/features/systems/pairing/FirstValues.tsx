import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { Quantity } from '../../../platform/i18n/format.ts'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import { useLive } from '../../live/api/live.ts'
import styles from './Pairing.module.css'

const text = ({ value, unit }: Quantity) => (unit === '' ? value : `${value} ${unit}`)

/** What a gateway that has just been paired measures, as soon as it has sent something. */
export function FirstValues({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation('pairing')
  const f = useFormats()
  const live = useLive()
  const system = live.status === 'ready' ? live.systems.find((one) => one.sn === sn) : undefined
  if (!system || system.lastOnline === null)
    return (
      <div className={styles.part}>
        <Notice kind="ok" text={t('paired', { sn })} />
      </div>
    )
  const { powers, soc } = system
  const values = [
    [t('pv'), f.power(powers.pv)],
    [t('grid'), f.power(powers.grid)],
    [t('battery'), f.power(powers.battery)],
    [t('soc'), f.percent(soc)],
  ] as const
  return (
    <div className={styles.part}>
      <Notice kind="ok" text={t('heard', { sn })} />
      <dl className={styles.values}>
        {values.map(([name, quantity]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{text(quantity)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
