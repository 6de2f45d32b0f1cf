import { type CommandName, commandNames, isUnderWay, obstacle } from '@kellersonne/core/control/commands'
import type { LiveSystem } from '@kellersonne/core/live/live'
import { canTake } from '@kellersonne/core/systems/capabilities'
import { freshness } from '@kellersonne/core/telemetry/freshness'
import { IconWifiOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from '../../../platform/i18n/i18n.ts'
import { useFormats } from '../../../platform/i18n/useFormats.ts'
import { Card } from '../../../ui/layout/Card.tsx'
import { useNewestCommands } from '../api.ts'
import { CommandDialog } from './CommandDialog.tsx'
import styles from './Commands.module.css'
import { CommandTile } from './CommandTile.tsx'
import { Progress } from './Progress.tsx'

type Props = {
  system: LiveSystem
  /** The system's display name. */
  name: string
  /** True while the server is unavailable. */
  cut: boolean
  now: Date
}

/** Commands for a battery, and the progress of the last one issued here (DSH-10). */
export function Commands({ system, name, cut, now }: Props) {
  const { t } = useTranslation('commands')
  const format = useFormats()
  const intro = useId()
  const commands = useNewestCommands(system.sn).value?.commands ?? []
  const underWay = commands.find(isUnderWay)
  const [watched, watch] = useState<string | null>(null)
  const [asked, ask] = useState<CommandName | null>(null)
  const taken = commandNames.filter((command) => canTake(system.capabilities, command))
  if (underWay && underWay.id !== watched) watch(underWay.id)
  const shown = commands.find(({ id }) => id === watched)

  const offline = freshness(system, now) === 'stale'
  const general = cut
    ? t('blocked.cut')
    : offline
      ? t('blocked.offline', { name })
      : underWay
        ? t('blocked.underWay', { command: t(`name.${underWay.name}`) })
        : null
  function special(command: CommandName): string | null {
    const why = obstacle(command, system)
    if (why === null) return null
    return why === 'already' ? t(`blocked.already.${command}`, { name }) : t(`blocked.${why}`, { name })
  }

  return (
    <Card title={t('title')}>
      <p className={styles.intro} id={intro} data-cut={cut || offline || undefined}>
        {(cut || offline) && <IconWifiOff size={16} stroke={1.75} aria-hidden />}
        {general ?? t('intro', { name })}
      </p>
      <div role="status">
        {shown && (
          <Progress command={shown} wording={{ t, f: format, name, timeZone: system.timeZone, now }} />
        )}
      </div>
      <ul className={styles.tiles} data-screen="card">
        {taken.map((command) => (
          <li key={command}>
            <CommandTile
              command={command}
              blocked={general === null ? special(command) : null}
              blockedBy={general === null ? null : intro}
              open={() => ask(command)}
            />
          </li>
        ))}
      </ul>
      {asked && (
        <CommandDialog
          command={asked}
          sn={system.sn}
          name={name}
          blocked={general ?? special(asked)}
          close={() => ask(null)}
          given={({ id }) => {
            watch(id)
            ask(null)
          }}
        />
      )}
    </Card>
  )
}
