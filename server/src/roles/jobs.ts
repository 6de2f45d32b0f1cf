import { openUnconfirmedJob } from '../accounts/unconfirmed.ts'
import { openOverdueJob } from '../commands/overdue.ts'
import { openForecastJob } from '../forecast/job.ts'
import { composing } from '../mail/compose.ts'
import { openMailWorker } from '../mail/worker.ts'
import { openBacklog } from '../messages/backlog.ts'
import { openGauges } from '../monitoring/gauges.ts'
import { openSealingJob } from '../sealing/job.ts'
import { openRetentionJob } from '../sealing/retention.ts'
import { openUpdateJob } from '../updates/overdue.ts'
import type { Parts } from './role.ts'

/** Does again and again what nobody asks for. */
export function startJobs(parts: Parts): void {
  const { db, log, now, onClose } = parts
  const jobs = [
    openForecastJob(parts),
    openOverdueJob(parts),
    openUpdateJob(parts),
    openBacklog(db, log),
    openSealingJob(parts),
    openRetentionJob(parts),
    openGauges(db, now),
  ]
  for (const job of jobs) onClose(() => job.close())
  startMails(parts)
}

/** Without a mail server mails wait, and nobody can confirm an address, so that none is reminded or removed. */
function startMails({ mail, onClose, ...parts }: Parts) {
  if (!mail) return
  const worker = openMailWorker({ ...parts, transport: mail, compose: composing(parts) })
  const reminders = openUnconfirmedJob(parts)
  onClose(() => worker.close())
  onClose(() => reminders.close())
}
