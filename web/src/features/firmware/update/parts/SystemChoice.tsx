import { availableOf } from '@kellersonne/core/firmware/status'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { plainName } from '@kellersonne/core/systems/names'
import type { SerialNumber } from '@kellersonne/core/systems/systems'
import { IconCircleArrowUp, IconCircleCheck } from '@tabler/icons-react'
import { Fragment, useId } from 'react'
import { useTranslation } from '../../../../platform/i18n/i18n.ts'
import { useVersionTexts } from '../../versions.ts'
import styles from './SystemChoice.module.css'

type Props = {
  systems: readonly LiveSystem[]
  chosen: SerialNumber | null
  onChoose: (sn: SerialNumber) => void
  error: string | null
}

/** Chooses the system to update; those that are up to date come last and are disabled (UPD-02). */
export function SystemChoice({ systems, chosen, onChoose, error }: Props) {
  const { t } = useTranslation('flight')
  const id = useId()
  const updatable = systems.filter(({ update }) => update.isNew)
  const current = systems.filter(({ update }) => !update.isNew)
  return (
    <div
      className={styles.choice}
      role="radiogroup"
      aria-label={t('choice.label')}
      aria-invalid={error !== null || undefined}
      aria-describedby={error === null ? undefined : id}
    >
      {[...updatable, ...current].map((system) => (
        <Choice
          key={system.sn}
          group={`${id}-choice`}
          isChosen={system.sn === chosen}
          {...{ system, onChoose }}
        />
      ))}
      <p className={styles.error} id={id} role="alert">
        {error}
      </p>
    </div>
  )
}

/** Current versions of the chips that have an update pending. */
const pendingOf = ({ versions, update }: LiveSystem) =>
  Object.fromEntries(
    Object.entries(versions).filter(([name]) =>
      update.chips.some(({ chip, pending }) => pending && chip === name),
    ),
  )

type ChoiceProps = Pick<Props, 'onChoose'> & {
  system: LiveSystem
  group: string
  isChosen: boolean
}

function Choice({ system, group, isChosen, onChoose }: ChoiceProps) {
  const { t } = useTranslation('flight')
  const words = useVersionTexts()
  const { sn, versions, update } = system
  const known = words.each(update.isNew ? pendingOf(system) : versions)
  // The versions of an up-to-date system are in the table below.
  const facts = known.length === 0 ? [t('choice.noVersion')] : update.isNew ? known : []
  return (
    <label className={styles.card}>
      <input
        type="radio"
        className={styles.radio}
        name={group}
        checked={isChosen}
        disabled={!update.isNew}
        onChange={() => onChoose(sn)}
      />
      <span className={styles.words}>
        <span>
          <strong>{plainName(system)}</strong> · {sn}
        </span>
        {facts.length > 0 && (
          <span className={styles.versions}>
            {facts.map((fact, i) => (
              <Fragment key={fact}>
                {i > 0 && ' · '}
                <span className={styles.fact}>{fact}</span>
              </Fragment>
            ))}
          </span>
        )}
        <span className={styles.versions}>
          {update.isNew ? t('choice.parts', { count: availableOf(update) }) : t('choice.nothing')}
        </span>
      </span>
      {(update.isNew || known.length > 0) && <Chip update={update} />}
    </label>
  )
}

function chipWord({ isNew, isStarted, isWaiting }: LiveSystem['update']) {
  if (!isNew) return 'current'
  if (isWaiting) return 'waiting'
  return isStarted ? 'running' : 'update'
}

/** Rendered only where the versions are known: of others nobody can say that they are up to date. */
function Chip({ update }: Pick<LiveSystem, 'update'>) {
  const { t } = useTranslation('flight')
  return (
    <span className={styles.chip} data-new={update.isNew || undefined} aria-hidden>
      {update.isNew ? (
        <IconCircleArrowUp size={16} stroke={1.75} />
      ) : (
        <IconCircleCheck size={18} stroke={1.75} />
      )}
      <span>{t(`choice.${chipWord(update)}`)}</span>
    </span>
  )
}
