import type { LiveSystem } from '@kellersonne/core/live/live'
import type { Capabilities, EnergyName, MeasureName } from '@kellersonne/core/systems/capabilities'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import type { TFunction } from '../../../platform/i18n/translate.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { GlossaryLink } from '../../glossary/GlossaryLink.tsx'
import { Fact, Shown } from './Fact.tsx'
import styles from './Status.module.css'

type ValueName = MeasureName | EnergyName

/** Components with a translated name; others are shown as sent. */
const components = ['bms', 'inverter', 'gateway'] as const
const sensorNames = ['battery_temperature', 'inverter_temperature'] as const
const among = <N extends string>(names: readonly N[], name: string) => names.find((known) => known === name)

function componentWord(t: TFunction<'batteries'>, name: string) {
  const known = among(components, name)
  return known ? t(`component.${known}`) : name
}
function sensorWord(t: TFunction<'batteries'>, name: string) {
  const known = among(sensorNames, name)
  return known ? t(`sensor.${known}`) : name
}

type Props = {
  system: LiveSystem
  /** True if it is online; otherwise its measurements count as old. */
  online: boolean
}

/** The unit, its components' versions and its other sensors. */
export function Device({ system: { sn, capacity, versions, sensors, capabilities }, online }: Props) {
  const { t } = useTranslation('batteries')
  const format = useFormats()
  return (
    <Card title={t('device')}>
      <dl className={styles.facts}>
        <Fact word={t('fact.sn')}>{sn}</Fact>
        {(capacity !== null || capabilities === null) && (
          <Fact word={t('fact.capacity')}>
            <Shown {...format.energy(capacity)} />
          </Fact>
        )}
        {sensors.map(({ name, value, unit }) => (
          <Fact key={name} word={sensorWord(t, name)} old={!online}>
            <Shown value={format.number(value, Number.isInteger(value) ? 0 : 1)} unit={unit} />
          </Fact>
        ))}
        {Object.entries(versions).map(([name, version]) => (
          <Fact key={name} word={t('fact.software', { component: componentWord(t, name) })}>
            {version}
          </Fact>
        ))}
        {Object.keys(versions).length === 0 && capabilities === null && (
          <Fact word={t('fact.versions')}>–</Fact>
        )}
      </dl>
      {capabilities && <Limits of={capabilities} />}
      <GlossaryLink group="battery" of={t('device')} />
    </Card>
  )
}

/** What the system cannot do, and what is uncertain about its values, in a sentence each (GWY-30, GWY-31). */
function Limits({ of }: { of: Capabilities }) {
  const { commands, updates, messages, integrated, unverified, signs } = of
  const { t } = useTranslation('batteries')
  const f = useFormats()
  const named = (values: readonly ValueName[]) => f.list(values.map((value) => t(`value.${value}`)))
  const limits = [
    signs !== null && t(`signs.${signs.verdict}`),
    integrated.length > 0 && t('limits.integrated', { energies: named(integrated) }),
    unverified.length > 0 && t('limits.unverified', { values: named(unverified) }),
    commands.length === 0 && t('limits.commands'),
    !updates && t('limits.updates'),
    !messages && t('limits.messages'),
  ].filter((limit) => limit !== false)
  if (limits.length === 0) return null
  return (
    <ul className={styles.limits}>
      {limits.map((limit) => (
        <li key={limit}>{limit}</li>
      ))}
    </ul>
  )
}
