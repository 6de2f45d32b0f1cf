import { calledNames } from '@kellersonne/core/systems/names'
import { PlaceCard } from '../../features/energy/place/PlaceCard.tsx'
import { useSystems } from '../../features/systems/api.ts'
import { useTranslation } from '../../platform/i18n/i18n.ts'

/** Where the owner's systems stand, if there are any (FCT-56). */
export function Place() {
  const { t } = useTranslation('settings')
  const systems = useSystems()
  if (systems.length === 0) return null
  const names = calledNames(systems)
  return (
    <PlaceCard title={t('place')} systems={systems.map(({ sn }) => ({ sn, name: names.get(sn) ?? sn }))} />
  )
}
