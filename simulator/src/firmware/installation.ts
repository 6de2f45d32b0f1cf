import { setTimeout as wait } from 'node:timers/promises'
import { download, progressLine, UpdateFailed } from '@kellersonne/device-kit/ddi/download'
import { type Offer, percentOf } from '@kellersonne/device-kit/ddi/offer'
import type { Feedback, Service } from '@kellersonne/device-kit/ddi/service'
import type { FirmwareStore, Job } from '@kellersonne/device-kit/ddi/store'
import type { OpenFaults } from './faults.ts'

type Deps = {
  readonly service: Service
  readonly store: FirmwareStore
  readonly faults: OpenFaults
  readonly downloadBytesPerS: number
  readonly installMs: number
  /** Called when the connection is cut. */
  readonly onCut: () => void
}

const STEPS = 5
const FAILING_STEP = 3
const REPORT_STEP_PERCENT = 10

const proceeding = (detail: string, cnt = 0, of = 1): Feedback => ({
  ...{ execution: 'proceeding', finished: 'none', progress: { cnt, of } },
  details: [detail],
})

/**
 * Brings an image into its chip, resuming at any phase. All methods reject with `UpdateFailed` if the update has
 * failed.
 */
export function openInstallation({ service, store, faults, onCut, ...settings }: Deps) {
  let reportedPercent = 0
  let written = 0

  function advance(phase: Job['phase'], signal: AbortSignal) {
    signal.throwIfAborted()
    const job = store.job()
    if (job) store.keep({ job: { ...job, phase } })
  }
  function begin({ action, facts }: Offer, signal: AbortSignal): Job {
    signal.throwIfAborted()
    store.forgetImage()
    ;[reportedPercent, written] = [0, 0]
    const job: Job = { ...facts, action, etag: null, phase: 'downloading', detail: '' }
    store.keep({ job })
    return job
  }

  async function fetchImage(job: Job, url: string, signal: AbortSignal) {
    const { action, size } = job
    async function onHeld(bytes: number) {
      if (faults.breakAt(bytes, size)) onCut()
      signal.throwIfAborted()
      const percent = percentOf(bytes, size)
      if (percent < reportedPercent + REPORT_STEP_PERCENT) return
      reportedPercent = percent
      await service.feedback(action, proceeding(progressLine(bytes, size)), signal)
    }
    const wanted = { url, job, limit: () => faults.limit(size), onHeld }
    await download({ service, store, bytesPerS: settings.downloadBytesPerS }, wanted, signal)
    advance('installing', signal)
  }

  async function write({ action, chip, sha256 }: Job, signal: AbortSignal) {
    if ((await store.sha256()) !== sha256) throw new UpdateFailed('The image is not what was signed.')
    for (let step = 1; step <= STEPS; step += 1) {
      await wait(settings.installMs / STEPS, undefined, { signal })
      if (step === FAILING_STEP) failIfSet(chip)
      written = (100 * step) / STEPS
      if (step < STEPS) await service.feedback(action, proceeding(`${written}% Installing.`), signal)
    }
    advance('written', signal)
  }
  function failIfSet(chip: string) {
    if (!faults.set().failsInstallation) return
    faults.change({ failsInstallation: false })
    throw new UpdateFailed(`The installation failed: ${chip} did not take the image.`)
  }

  /** Reports that the image is in its chip. */
  async function announce({ action }: Job, signal: AbortSignal) {
    await service.feedback(action, proceeding('All Chunks Installed.', 1, 1), signal)
    advance('installed', signal)
  }

  return {
    announce,
    /** Progress of the installation, in percent. */
    written: () => written,
    async carryOn(offer: Offer, signal: AbortSignal) {
      const known = store.job()
      const job = known?.action === offer.action ? known : begin(offer, signal)
      await service.feedback(job.action, proceeding('Update accepted.'), signal)
      if (job.phase === 'downloading') await fetchImage(job, offer.url, signal)
      written = 0
      await write(job, signal)
      await announce(job, signal)
    },
  }
}
