import { openOverdueJob } from '../../control/overdue.ts'
import { ownersFixes } from '../../energy/findings/fixes.ts'
import { openFindingJob } from '../../energy/findings/job.ts'
import { openForecastJob } from '../../energy/forecast/job.ts'
import { recordStore } from '../../energy/forecast/record/store.ts'
import { openWeatherJob } from '../../energy/weather/job.ts'
import { openWeatherProvider } from '../../energy/weather/provider.ts'
import { openUpdateJob } from '../../firmware/runs/overdue.ts'
import { openUnconfirmedJob } from '../../identity/accounts/unconfirmed.ts'
import { openUnusedJob } from '../../identity/accounts/unused.ts'
import { createMailComposer } from '../../identity/mail/compose.ts'
import { openAlertJob } from '../../messages/alerts/job.ts'
import { createAlertMails } from '../../messages/alerts/mail/compose.ts'
import { openBacklog } from '../../messages/backlog.ts'
import { openOwnRuleJob } from '../../messages/own-rules/due.ts'
import { openPushSender } from '../../messages/push/sender.ts'
import { openPushWorker } from '../../messages/push/worker.ts'
import { openForgetting } from '../../messages/retention.ts'
import { openAuditLog } from '../../operations/audit/log.ts'
import { startBackupGauges } from '../../operations/monitoring/backup-gauges.ts'
import { startGauges } from '../../operations/monitoring/gauges.ts'
import { openRolloutJob } from '../../operations/rollout/job.ts'
import { operatorMails } from '../../operations/rollout/operators.ts'
import { openMailWorker } from '../../platform/mail/worker.ts'
import { openFormerSecrets } from '../../systems/former-secrets.ts'
import { openHandovers } from '../../systems/handovers.ts'
import { type OnSealed, openSealingJob } from '../../telemetry/sealing/job.ts'
import { openRetentionJob } from '../../telemetry/sealing/retention.ts'
import type { Parts } from './role.ts'

/** Starts the background jobs. */
export function startJobs(parts: Parts): void {
  const { db, log, now, onClose, config } = parts
  const supply = openWeatherProvider(config)
  const onSealed: OnSealed = (sql, ...days) => recordStore(sql).judgeAgain(...days, now())
  const jobs = [
    openForecastJob({ ...parts, weather: supply?.source ?? null }),
    ...(supply ? [openWeatherJob({ ...parts, supply })] : []),
    openFindingJob(parts),
    openOverdueJob(parts),
    openUpdateJob(parts),
    openBacklog(db, log),
    openForgetting(parts),
    openAlertJob(parts),
    openOwnRuleJob(parts),
    openSealingJob({ ...parts, onSealed }),
    openRetentionJob({ ...parts, onSealed }),
    openHandovers(parts),
    openFormerSecrets(parts),
    openRolloutJob(parts),
    openAuditLog(parts),
    startGauges(db, now),
    startBackupGauges(db),
  ]
  for (const job of jobs) onClose(() => job.close())
  startMails(parts)
  const pushes = openPushWorker({ ...parts, sender: openPushSender(parts) })
  onClose(() => pushes.close())
}

/** Without a mail server, mails stay queued; as nobody can confirm an address, nobody is reminded or told, and no account removed. */
function startMails({ mail, onClose, ...parts }: Parts) {
  if (!mail) return
  const workers = [
    createMailComposer(parts),
    createAlertMails({ ...parts, fixesOf: ownersFixes(parts) }),
    operatorMails,
  ].map((mails) => openMailWorker({ ...parts, transport: mail, mails }))
  const jobs = [openUnconfirmedJob(parts), openUnusedJob(parts)]
  for (const one of [...workers, ...jobs]) onClose(() => one.close())
}
