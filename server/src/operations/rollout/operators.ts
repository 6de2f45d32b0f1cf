import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../../platform/config.ts'
import type { Sql } from '../../platform/db/database.ts'
import { mailStore } from '../../platform/mail/store.ts'
import type { Mails } from '../../platform/mail/worker.ts'

export type RolloutDeps = {
  readonly now: () => Date
  readonly log: FastifyBaseLogger
  readonly config: Pick<Config, 'OPERATOR_EMAIL'>
}

const KIND = 'release_needs_operator'
const news = z.object({ release: z.string(), event: z.enum(['stopped', 'stuck']), reason: z.string() })
/** News for operators: a release was paused automatically, or its stage reaches nobody. */
type News = z.output<typeof news>

/** Logs news, and adds a mail to the operator if there is an address. */
export async function notifyOperators(
  sql: Sql,
  { now, log, config }: RolloutDeps,
  about: News,
): Promise<void> {
  log.warn(about, `release ${about.event} by itself`)
  const address = config.OPERATOR_EMAIL
  if (address !== undefined) await mailStore(sql).add({ kind: KIND, address, details: about }, now())
}

const HOUR = 3_600_000

/** Composes the mails to operators, in the language of their tools. */
export const operatorMails: Mails = {
  kinds: [KIND],
  async compose({ id, mail: { address, details } }) {
    const { release, event, reason } = news.parse(details)
    if (address === null) return null
    const [chip = '', version = ''] = release.split(' ')
    const text = [
      `The release ${release} has ${event === 'stopped' ? 'stopped by itself' : 'got stuck'}: ${reason}.`,
      `What happened: kellersonne release show ${chip} ${version}`,
      ...(event === 'stopped'
        ? [
            `It is offered to nobody until: kellersonne release resume ${chip} ${version}`,
            `To call it back for good: kellersonne release withdraw ${chip} ${version}`,
          ]
        : []),
    ].join('\n\n')
    const subject = `Kellersonne: release ${release} ${event}`
    return { id, to: address, lang: 'en', subject, text: `${text}\n`, html: `<pre>${text}</pre>` }
  },
  patienceWith: () => ({ life: 24 * HOUR, longest: HOUR }),
}
