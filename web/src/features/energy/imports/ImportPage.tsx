import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useSearchParams } from '../../../platform/router/context.tsx'
import type { LiveView } from '../../live/model/useLiveViewModel.ts'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import { ImportForm } from './ImportForm.tsx'
import { ImportList } from './ImportList.tsx'
import styles from './ImportPage.module.css'
import { emptyFor } from './typed.ts'

function Ready({ view, first }: LiveView & { first: LiveView['view']['systems'][number] }) {
  const { t } = useTranslation('imports')
  const { systems, names } = view
  const systemOf = (sn: SerialNumber) => systems.find((one) => one.sn === sn) ?? first
  const zoneOf = (sn: SerialNumber) => systemOf(sn).timeZone
  const [typed, setTyped] = useState(() => emptyFor(first.sn, first.timeZone))
  const { sn, timeZone } = systemOf(typed.sn)
  return (
    <div className={styles.page}>
      <p className={styles.intro}>{t('intro')}</p>
      <ImportForm
        typed={typed.sn === sn ? typed : { ...typed, sn }}
        setTyped={setTyped}
        names={names}
        zoneOf={zoneOf}
      />
      <ImportList
        key={sn}
        sn={sn}
        title={systems.length > 1 ? t('listOf', { name: names.get(sn) ?? sn }) : t('list')}
        timeZone={timeZone}
      />
    </div>
  )
}

function OfSystem(seen: LiveView) {
  const address = useSearchParams()
  const { systems, active } = seen.view
  const named = (sn: string | null) => systems.find((one) => one.sn === sn)
  const first = named(address.get('sn')) ?? systems.find((one) => one.sn === active) ?? systems[0]
  return first ? <Ready {...seen} first={first} /> : null
}

/** Owners bring their history along from other portals (GWY-40). */
export const Component = () => <WithSystems>{(seen) => <OfSystem {...seen} />}</WithSystems>
