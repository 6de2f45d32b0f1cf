import type { SystemPlace } from '@kellersonne/contract/energy/place'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { Suspense, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { TextButton } from '../../../ui/controls/TextButton.tsx'
import { lazyDialog } from '../../../ui/feedback/lazyDialog.ts'
import { Notice } from '../../../ui/feedback/Notice.tsx'
import list from '../../../ui/layout/List.module.css'
import { placeOf } from '../api/place.ts'
import { Attribution } from '../forecast/Attribution.tsx'
import styles from './Place.module.css'
import { pointText } from './pointText.ts'

const PlaceDialog = lazyDialog(async () => (await import('./PlaceDialog.tsx')).PlaceDialog)

type System = { readonly sn: SerialNumber; readonly name: string }

/** The place of each system, why that is asked, and who learns of it. */
export function Places({ systems }: { systems: readonly System[] }) {
  const { t } = useTranslation('place')
  const [done, setDone] = useState<{ what: 'saved' | 'removed'; name: string } | null>(null)
  const [first] = systems
  return (
    <>
      <p className={styles.why}>{t('text')}</p>
      <ul className={list.list}>
        {systems.map((system) => (
          <Row key={system.sn} {...system} done={(what) => setDone(what && { what, name: system.name })} />
        ))}
      </ul>
      <Notice kind="ok" text={done && t(done.what, { name: done.name })} />
      <p className={styles.coarse}>{t('coarse')}</p>
      {first && <Asked sn={first.sn} />}
    </>
  )
}

/** Whose weather the operator has chosen: the same for all systems. */
function Asked({ sn }: { sn: SerialNumber }) {
  const { t } = useTranslation('place')
  const known = placeOf(sn).use().value
  if (!known) return null
  if (!known.weather) return <p className={styles.coarse}>{t('noWeather')}</p>
  return (
    <>
      <p className={styles.coarse}>{t('asked', { name: known.weather.name })}</p>
      <Attribution source={known.weather} label={t('source')} />
    </>
  )
}

type RowProps = System & { done: (what: 'saved' | 'removed' | null) => void }

function Row({ sn, name, done }: RowProps) {
  const { t } = useTranslation('place')
  const resource = placeOf(sn)
  const { value, fault } = resource.use()
  const [isOpen, setOpen] = useState(false)
  return (
    <li>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.value}>{value ? <Kept {...value} /> : t(fault ? 'failed' : 'loading')}</span>
      {value ? (
        <TextButton
          aria-label={t(value.place ? 'changeOf' : 'setOf', { name })}
          onClick={() => {
            done(null)
            setOpen(true)
          }}
        >
          {t(value.place ? 'change' : 'set')}
        </TextButton>
      ) : (
        fault && <TextButton onClick={() => void resource.refresh()}>{t('retry')}</TextButton>
      )}
      {isOpen && value && (
        <Suspense>
          <PlaceDialog
            {...{ sn, name }}
            kept={value}
            close={() => setOpen(false)}
            done={(what) => {
              setOpen(false)
              done(what)
            }}
          />
        </Suspense>
      )}
    </li>
  )
}

function Kept({ place, region }: SystemPlace) {
  const { t } = useTranslation('place')
  const f = useFormats()
  if (!place) return t('none')
  return (
    <>
      {t('at', { point: pointText(place, t, f) })}
      {region && <span className={styles.region}>{t('holidays', { region })}</span>}
    </>
  )
}
