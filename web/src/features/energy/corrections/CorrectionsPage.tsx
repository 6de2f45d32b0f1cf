import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useSearchParams } from '../../../platform/router/context.tsx'
import { TextLink } from '../../../ui/controls/TextLink.tsx'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import type { LiveView } from '../../live/model/useLiveViewModel.ts'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import styles from './CorrectionsPage.module.css'
import { CorrectionForm } from './form/CorrectionForm.tsx'
import { drafted } from './form/typed.ts'
import { CorrectionList } from './list/CorrectionList.tsx'
import { filledIn, readAddress } from './prefill.ts'

type View = LiveView['view']

/** The system that a serial number names, else the active one, else the first. */
const systemOf = ({ systems, active }: Pick<View, 'systems' | 'active'>, sn: string | null) =>
  systems.find((one) => one.sn === sn) ?? systems.find((one) => one.sn === active) ?? systems[0]

function Ready({ view }: LiveView) {
  const { t } = useTranslation('corrections')
  const address = useSearchParams()
  const [{ prefill, broken }] = useState(() => readAddress(address, view.systems))
  const [opened] = useState(() => {
    const system = systemOf(view, prefill.sn)
    return filledIn(system?.sn ?? '', prefill, system?.timeZone ?? view.values.timeZone)
  })
  const [typed, setTyped] = useState(() => drafted() ?? opened)
  const system = systemOf(view, typed.sn)
  if (!system) return null
  const { sn, timeZone } = system
  const name = view.names.get(sn) ?? sn
  return (
    <div className={styles.page}>
      <p className={styles.intro}>
        {t('intro')} <TextLink to={`/import?sn=${sn}`}>{t('bringHistory')}</TextLink>
      </p>
      <Notice kind="info" text={broken.length > 0 ? t('broken', { names: broken.join(', ') }) : null} />
      <CorrectionForm
        typed={typed.sn === sn ? typed : { ...typed, sn }}
        setTyped={setTyped}
        opened={opened}
        names={view.names}
        system={system}
      />
      <CorrectionList
        key={sn}
        sn={sn}
        title={view.systems.length > 1 ? t('listOf', { name }) : t('list')}
        timeZone={timeZone}
      />
    </div>
  )
}

/** Owners put right what their units measured (ENE-10). */
export const Component = () => <WithSystems>{(seen) => <Ready {...seen} />}</WithSystems>
