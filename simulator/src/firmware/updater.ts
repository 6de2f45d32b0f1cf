import type { KeyObject } from 'node:crypto'
import { UpdateFailed } from '@kellersonne/device-kit/ddi/download'
import { percentOf, refusalOf, toOffer } from '@kellersonne/device-kit/ddi/offer'
import { openPollLoop } from '@kellersonne/device-kit/ddi/poll-loop'
import { ActionGone, type Feedback, openService } from '@kellersonne/device-kit/ddi/service'
import type { FirmwareStore, Job } from '@kellersonne/device-kit/ddi/store'
import { type ChangedFaults, openFaults } from './faults.ts'
import { openInstallation } from './installation.ts'

export type FirmwareSettings = {
  readonly sn: string
  readonly secret: string
  /** URL of the update service. */
  readonly updatesUrl: string
  /** How fast images are fetched. */
  readonly downloadBytesPerS: number
  /** How long it takes to write an image into its chip. */
  readonly installMs: number
  /** Maximum polling interval in update mode, when somebody is waiting in front of the unit. */
  readonly pollMs: number
}
export type FirmwareDeps = {
  readonly store: FirmwareStore
  /** The operator's key that the unit was built with. */
  readonly key: KeyObject | null
  /** True if it shows update mode, with its main switch off. */
  readonly updateMode: () => boolean
  /** True if it has power and a network connection. */
  readonly connected: () => boolean
  readonly clock: () => number
  readonly jitter: () => number
}
/** How the last update ended. over: the service no longer knew it. */
export type Ending = {
  readonly chip: string
  readonly version: string
  readonly outcome: 'finished' | 'failed' | 'refused' | 'over'
  readonly detail: string
}

/** While it is switched on, it polls only now and then. */
const SELDOM_MS = 5 * 60_000
const SOON_MS = 1000
const NO_IMAGE = { chip: '', version: '' }

const closed = (finished: 'success' | 'failure', detail: string): Feedback => ({
  ...{ execution: 'closed', finished, details: [detail] },
})
const inChip = ({ phase }: Job) => phase === 'written' || phase === 'installed'

/** Looks for updates of a unit, verifies and installs them, and reports the result. */
export function openUpdater(settings: FirmwareSettings, deps: FirmwareDeps) {
  const { store, updateMode, connected } = deps
  const service = openService({ ...settings, url: settings.updatesUrl })
  const faults = openFaults(deps.clock)
  const installation = openInstallation({
    ...{ ...settings, service, store, faults },
    onCut: () => rounds.interrupt(),
  })
  const connectionState = () => `${connected()} ${updateMode()}`
  let was = connectionState()
  let last: Ending | null = null

  function end({ chip, version }: Pick<Job, 'chip' | 'version'>, outcome: Ending['outcome'], detail = '') {
    last = { chip, version, outcome, detail }
    store.keep({ job: null })
  }

  async function round(signal: AbortSignal): Promise<number> {
    if (!connected()) return Number.POSITIVE_INFINITY
    if (faults.cutFor() > 0) return faults.cutFor()
    try {
      return (await reportOutcome(signal)) ? 0 : await look(signal)
    } catch (error) {
      const job = store.job()
      signal.throwIfAborted()
      if (job && error instanceof ActionGone) end(job, 'over')
      if (!job || !(error instanceof UpdateFailed)) throw error
      store.keep({ job: { ...job, phase: 'failed', detail: error.message } })
      return 0
    }
  }

  /** Reports how an update ended, until the service has accepted it. */
  async function reportOutcome(signal: AbortSignal): Promise<boolean> {
    const job = store.job()
    if (job?.phase !== 'running' && job?.phase !== 'failed') return false
    const succeeded = job.phase === 'running'
    const detail = succeeded ? `${job.chip} runs ${job.version}.` : job.detail
    await service.feedback(job.action, closed(succeeded ? 'success' : 'failure', detail), signal)
    end(job, succeeded ? 'finished' : 'failed', detail)
    return true
  }

  async function look(signal: AbortSignal): Promise<number> {
    const polled = await service.poll(signal)
    if (polled.configData !== null)
      await service.sendConfigData(polled.configData, { sn: settings.sn, ...store.versions() }, signal)
    if (polled.cancelled !== null) {
      await service.confirmCancel(polled.cancelled, signal)
      return SOON_MS
    }
    signal.throwIfAborted()
    const job = store.job()
    if (job && !inChip(job) && job.action !== polled.action) end(job, 'over')
    if (!updateMode()) return Math.max(polled.sleepMs, SELDOM_MS)
    if (job?.phase === 'written') await installation.announce(job, signal)
    if (polled.action === null || (job && inChip(job))) return Math.min(polled.sleepMs, settings.pollMs)
    await begin(polled.action, signal)
    return 0
  }

  async function begin(action: string, signal: AbortSignal) {
    const offer = toOffer(await service.offer(action, signal))
    const refusal = offer ? refusalOf(offer, store.versions(), deps.key) : 'Refused: it is not one image.'
    const { lies } = faults.set()
    if (!lies && offer && refusal === null) return installation.carryOn(offer, signal)
    const feedback = lies ? closed('success', 'Done.') : closed('failure', refusal ?? '')
    await service.feedback(action, feedback, signal)
    faults.change({ lies: false })
    end(offer?.facts ?? NO_IMAGE, 'refused', feedback.details.join(' '))
  }

  function view() {
    const job = store.job()
    const progress = job && {
      ...{ chip: job.chip, version: job.version, phase: job.phase },
      downloaded: percentOf(store.held(), job.size),
      installed: job.phase === 'installing' ? installation.written() : inChip(job) ? 100 : 0,
    }
    return { versions: store.versions(), progress, last, faults: faults.set(), cut: faults.cutFor() > 0 }
  }

  const rounds = openPollLoop({ round, jitter: deps.jitter })
  return {
    view,
    /** Called at switch-on: the unit runs what is in its chips. */
    boot() {
      const job = store.job()
      if (!job || !inChip(job)) return
      const versions = { ...store.versions(), [job.chip]: job.version }
      store.keep({ versions, job: { ...job, phase: 'running' } })
    },
    /** Must be called whenever switch, display, power or cable may have changed. */
    follow() {
      const now = connectionState()
      if (now !== was) rounds.interrupt()
      was = now
    },
    /** Injects the given faults. */
    setFaults(changed: ChangedFaults) {
      faults.change(changed)
      rounds.interrupt()
    },
    close: rounds.close,
  }
}
