import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { Button } from '../../../ui/controls/Button.tsx'
import { Dialog } from '../../../ui/feedback/Dialog.tsx'
import styles from './Explanation.module.css'
import { Outlook } from './Outlook.tsx'

type Props = {
  /** The affected systems, at least one. */
  systems: readonly { sn: SerialNumber; name: string; timeZone: string }[]
  close: () => void
}

/** Why bad weather is expected: what the notice is based on (DSH-04, DSH-11). */
export function WeatherDialog({ systems, close }: Props) {
  const { t } = useTranslation('explain')
  const name = t('outlook.weather')
  return (
    <Dialog title={t('title', { name })} close={close}>
      {systems.map((one) => (
        <Outlook key={one.sn} sn={one.sn} timeZone={one.timeZone} heading={one.name} />
      ))}
      <div className={styles.foot}>
        <Button kind="secondary" onClick={close}>
          {t('close')}
        </Button>
      </div>
    </Dialog>
  )
}
