import type { FastifyBaseLogger } from 'fastify'
import type { ManagementConfig } from '../management.ts'
import { checkBroker } from './check.ts'
import type { BrokerFault } from './fault.ts'

type Found = Pick<BrokerFault, 'code' | 'of' | 'sentence'>

const CHECK_MS = 60_000
const UNANSWERED = { code: 'unanswered', of: 'management' } as const
const identityOf = ({ code, of }: Pick<Found, 'code' | 'of'>) => `${code} ${of}`

/** Names all faults; that nothing can be known is one of them. */
const check = (config: ManagementConfig): Promise<readonly Found[]> =>
  checkBroker(config, false).catch((error: unknown) => [
    {
      ...UNANSWERED,
      sentence: error instanceof Error ? error.message : String(error),
    },
  ])

/** Checks RabbitMQ, each minute by default, and logs each fault once when it appears and once when it is gone. */
export function watchBroker(
  config: ManagementConfig,
  log: Pick<FastifyBaseLogger, 'warn' | 'info'>,
  everyMs = CHECK_MS,
) {
  let known = new Map<string, Found>()
  let timer: NodeJS.Timeout | undefined
  let isClosed = false

  async function look() {
    const found = new Map((await check(config)).map((fault) => [identityOf(fault), fault]))
    if (isClosed) return
    // Without an answer, what was wrong is not known to be gone.
    if (found.has(identityOf(UNANSWERED))) for (const [identity, fault] of known) found.set(identity, fault)
    for (const [identity, { code, of, sentence }] of found)
      if (!known.has(identity)) log.warn({ fault: code, of }, sentence)
    for (const [identity, { code, of }] of known)
      if (!found.has(identity)) log.info({ fault: code, of }, 'a fault of RabbitMQ is gone')
    known = found
    timer = setTimeout(() => void look(), everyMs).unref()
  }
  void look()

  return {
    /** What was wrong at the last check. */
    faults: (): readonly Found[] => [...known.values()],
    close() {
      isClosed = true
      clearTimeout(timer)
    },
  }
}
