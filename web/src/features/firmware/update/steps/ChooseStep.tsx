import { type Choosing, isUnderWay, type SystemUpdate } from '@kellersonne/core/firmware/wizard/state'
import type { LiveSystem } from '@kellersonne/core/live/live'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { Checkbox } from '../../../../ui/controls/Checkbox.tsx'
import { Notice } from '../../../../ui/feedback/Notice.tsx'
import { Cabinet } from '../parts/Cabinet.tsx'
import { SystemChoice } from '../parts/SystemChoice.tsx'
import { VersionsTable } from '../parts/VersionsTable.tsx'
import styles from './ChooseStep.module.css'
import layout from './StepLayout.module.css'

type Props = {
  stage: Choosing
  systems: readonly LiveSystem[]
  /** Status of the chosen system. */
  update: SystemUpdate | null
  nameOf: (sn: SerialNumber) => string
  choose: (sn: SerialNumber) => void
  setOff: (off: boolean) => void
}

/** UPD-02: chooses the system, whose switch must be off. */
export function ChooseStep({ stage, systems, update, nameOf, choose, setOff }: Props) {
  const { t } = useTranslation('updates')
  const { chosen, missing } = stage
  return (
    <div className={styles.choose}>
      <div className={styles.choice}>
        <h2>{t('choose.title')}</h2>
        <SystemChoice
          systems={systems}
          chosen={chosen}
          onChoose={choose}
          error={missing === 'system' ? t('choose.none') : null}
        />
      </div>
      <div className={styles.versions}>
        <VersionsTable systems={systems} />
      </div>
      <aside className={styles.aside}>
        {chosen === null ? (
          <Aside title={t('choose.first')} text={t('choose.firstText')} isOn />
        ) : update && isUnderWay(update) ? (
          <Aside title={t('choose.watch', { name: nameOf(chosen) })} text={t('choose.watchText')} />
        ) : (
          <Aside title={t('choose.off', { name: nameOf(chosen) })} text={t('choose.offText')}>
            <Checkbox
              key={chosen}
              label={t('choose.isOff', { name: nameOf(chosen) })}
              checked={stage.off}
              onChange={({ currentTarget }) => setOff(currentTarget.checked)}
              fault={missing === 'off' ? t('choose.notOff', { name: nameOf(chosen) }) : null}
            />
          </Aside>
        )}
      </aside>
    </div>
  )
}

type AsideProps = { title: string; text: string; isOn?: boolean; children?: React.ReactNode }

function Aside({ title, text, isOn = false, children }: AsideProps) {
  const { t } = useTranslation('updates')
  return (
    <>
      <Cabinet isOn={isOn} label={isOn ? t('choose.cabinetOn') : t('choose.cabinetOff')} />
      <div>
        <h3>{title}</h3>
        <p>{text}</p>
        {children}
      </div>
    </>
  )
}

/** UPD-02: nothing to choose. */
export function UpToDate({ systems }: { systems: readonly LiveSystem[] }) {
  const { t } = useTranslation('updates')
  return (
    <div className={layout.single}>
      <h2>{t('upToDate.title')}</h2>
      <p>{t('upToDate.text')}</p>
      <VersionsTable systems={systems} />
    </div>
  )
}

/** A notice about what the owner has just left. */
export function DepartureNotice({ notice, nameOf }: Pick<Props, 'nameOf'> & { notice: Choosing['notice'] }) {
  const { t } = useTranslation('updates')
  if (!notice) return null
  const kind = notice.kind === 'gone' || notice.kind === 'notYours' ? 'warn' : 'info'
  return <Notice kind={kind} text={t(`notice.${notice.kind}`, { name: nameOf(notice.sn) })} />
}
