import type { SerialNumber } from '@kellersonne/core/systems/systems'
import type { ReactNode } from 'react'
import { Select } from '../../../ui/controls/Select.tsx'
import { useUrlQuery } from '../../../ui/hooks/useUrlQuery.ts'
import type { LiveView } from '../../live/model/useLiveViewModel.ts'
import { WithSystems } from '../../live/parts/WithSystems.tsx'
import styles from './OneSystem.module.css'

type View = LiveView['view']
type Props = {
  intro: string
  /** What the choice of the system is called. */
  label: string
  children: (sn: SerialNumber, timeZone: string) => ReactNode
}

/** The system that the address names, else the active one, else the first. */
const systemOf = ({ systems, active }: Pick<View, 'systems' | 'active'>, sn: string | null) =>
  systems.find((one) => one.sn === sn) ?? systems.find((one) => one.sn === active) ?? systems[0]

/** A page about one of the owner's systems, which the address names and a list changes. */
export const OneSystem = (props: Props) => (
  <WithSystems>{({ view }) => <Ready view={view} {...props} />}</WithSystems>
)

function Ready({ view, intro, label, children }: Props & { view: View }) {
  const [address, setAddress] = useUrlQuery()
  const system = systemOf(view, address.get('sn'))
  if (!system) return null
  const choose = (sn: string) => setAddress(new URLSearchParams({ sn }), { replace: true })
  return (
    <div className={styles.page}>
      <div className={styles.top}>
        <p className={styles.intro}>{intro}</p>
        {view.systems.length > 1 && (
          <Select
            label={label}
            value={system.sn}
            options={view.systems.map(({ sn }) => ({ value: sn, label: view.names.get(sn) ?? sn }))}
            onChange={({ target }) => choose(target.value)}
          />
        )}
      </div>
      {children(system.sn, system.timeZone)}
    </div>
  )
}
