import { isOnline } from '@kellersonne/core/live/activity'
import { canTake } from '@kellersonne/core/systems/capabilities'
import { plainName } from '@kellersonne/core/systems/names'
import { IconChevronLeft } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '../../platform/i18n/i18n.ts'
import { TextLink } from '../../ui/controls/TextLink.tsx'
import { PartBoundary } from '../../ui/feedback/PartBoundary.tsx'
import { useShape } from '../../ui/hooks/useShape.ts'
import { createLiveViewModel } from '../live/model/liveViewModel.ts'
import type { LiveView } from '../live/model/useLiveViewModel.ts'
import { LastOnline } from '../live/parts/LastOnline.tsx'
import { TimeZone } from '../live/parts/TimeZone.tsx'
import { MessageTable } from '../messages/MessageTable.tsx'
import styles from './Batteries.module.css'
import { Calibration } from './calibration/Calibration.tsx'
import { Commands } from './commands/Commands.tsx'
import { Ledger } from './commands/Ledger.tsx'
import { Picker } from './picker/Picker.tsx'
import { GridProtection } from './protection/GridProtection.tsx'
import { RefusedReadings } from './RefusedReadings.tsx'
import { SystemMessages } from './SystemMessages.tsx'
import { useShownSystem } from './shownSystem.ts'
import { Device } from './status/Device.tsx'
import { Status } from './status/Status.tsx'

/** The batteries to choose from, and everything about the selected one. */
export function Batteries({ view, choose }: Pick<LiveView, 'view' | 'choose'>) {
  const { t } = useTranslation('batteries')
  const phone = useShape() === 'phone'
  const { systems, lastKnown, steady, names, now, cut } = view
  const system = useShownSystem(view)
  if (!system) return null
  const { sn, timeZone } = system
  const name = names.get(sn) ?? sn
  const own =
    view.active === sn
      ? view
      : createLiveViewModel({ systems: lastKnown, steady, cut, receivedAt: now }, sn, now)
  const online = isOnline(system, now)
  const takesCommands = system.capabilities?.commands.length !== 0
  const reportsMessages = system.capabilities?.messages !== false
  return (
    <>
      {phone ? (
        <p className={styles.named}>
          <span>{t('named', { name: plainName(system), sn })}</span>
          <span className={styles.back}>
            <IconChevronLeft size={16} stroke={1.75} aria-hidden />
            <TextLink to="/dashboard">{t('overview')}</TextLink>
          </span>
        </p>
      ) : (
        <Picker systems={systems} now={now} shown={system} choose={choose} />
      )}
      {phone && cut && (
        <LastOnline lastOnline={system.lastOnline} timeZone={timeZone} connection="cut" offline={!online} />
      )}
      <div className={styles.cards} key={sn} data-commands={takesCommands || undefined}>
        <Part area={styles.status}>
          <Status system={system} measured={own.measured} now={now} />
        </Part>
        <Part area={styles.messages}>
          <SystemMessages view={own} online={online}>
            <RefusedReadings system={system} now={now} />
          </SystemMessages>
        </Part>
        <div className={styles.side}>
          {canTake(system.capabilities, 'calibrate') && (
            <PartBoundary>
              <Calibration system={system} online={online} now={now} />
            </PartBoundary>
          )}
          {reportsMessages && (
            <PartBoundary>
              <GridProtection view={own} online={online} />
            </PartBoundary>
          )}
          {!takesCommands && (
            <PartBoundary>
              <Device system={system} online={online} />
            </PartBoundary>
          )}
        </div>
        {takesCommands && (
          <Part area={styles.commands}>
            <Commands system={system} name={name} cut={cut} now={now} />
          </Part>
        )}
        <Part area={styles.all}>
          <MessageTable view={own} title={t('messages.all')} />
        </Part>
        {takesCommands && (
          <Part area={styles.ledger}>
            <Ledger sn={sn} name={name} timeZone={timeZone} now={now} />
          </Part>
        )}
        {takesCommands && (
          <Part area={styles.device}>
            <Device system={system} online={online} />
          </Part>
        )}
      </div>
      <TimeZone of={timeZone} />
    </>
  )
}

const Part = ({ area, children }: { area: string | undefined; children: ReactNode }) => (
  <div className={area}>
    <PartBoundary>{children}</PartBoundary>
  </div>
)
