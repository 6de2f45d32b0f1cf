import { setTimeout } from 'node:timers/promises'
import { percentOf } from './offer.ts'
import { type Service, ServiceFault } from './service.ts'
import type { FirmwareStore, Job } from './store.ts'

/** The image or its installation is faulty: the update has failed. */
export class UpdateFailed extends Error {}

export type Download = {
  readonly url: string
  readonly job: Job
  /** Called with the number of bytes stored before more are requested; throws to stop there. */
  readonly onHeld: (bytes: number) => Promise<void>
  /** Offset in bytes at which to stop in any case. */
  readonly limit: () => number
}
type Deps = {
  readonly service: Service
  readonly store: FirmwareStore
  readonly bytesPerS: number
}

const STRETCH_MS = 1000
const MAX_STRETCH = 4 * 1024 * 1024
const RANGE = /^bytes (\d+)-\d+\/(\d+)$/

/** Returns the size of the whole image in bytes, and where the response's part of it begins. */
function placeOf({ status, headers }: Response): { start: number; size: number } {
  if (status !== 206) return { start: 0, size: Number(headers.get('content-length')) }
  const [, start, size] = RANGE.exec(headers.get('content-range') ?? '') ?? []
  return { start: Number(start), size: Number(size) }
}

const notThere = (error: unknown): never => {
  throw error instanceof ServiceFault && error.status === 416
    ? new UpdateFailed('The image is shorter than promised.')
    : error
}

/**
 * Fetches the rest of an image in parts, small enough to limit what is in flight, no faster than `bytesPerS`. Resumes
 * where it stopped, unless the image has changed. Rejects with `UpdateFailed` if the image has another size.
 */
export async function download(deps: Deps, wanted: Download, signal: AbortSignal): Promise<void> {
  const { store } = deps
  const { size } = wanted.job
  for (;;) {
    const held = store.held()
    await wanted.onHeld(held)
    if (held >= size) return
    const began = performance.now()
    await fetchPart(deps, wanted, held, signal)
    const due = (1000 * (store.held() - held)) / deps.bytesPerS - (performance.now() - began)
    if (due > 1) await setTimeout(due, undefined, { signal })
  }
}

async function fetchPart(
  { service, store, bytesPerS }: Deps,
  wanted: Download,
  held: number,
  signal: AbortSignal,
) {
  const { size } = wanted.job
  const etag = store.job()?.etag ?? null
  const stretch = Math.max(1, Math.min(MAX_STRETCH, Math.floor((bytesPerS * STRETCH_MS) / 1000)))
  const end = Math.min(size, held + stretch, Math.max(held + 1, wanted.limit()))
  const answer = await service.part(wanted.url, { start: held, end, etag }, signal).catch(notThere)
  const { start, size: whole } = placeOf(answer)
  const body = answer.body
  if (whole !== size || body === null)
    throw new UpdateFailed(`The image has ${whole} bytes where ${size} were promised.`)
  if (start !== 0 && start !== held) throw new UpdateFailed('The service sent another part of the image.')
  // The service sent the whole image: it has changed since the first part.
  if (start < held) store.forgetImage()
  noteEtag(store, answer.headers.get('etag'))
  const fitted = await store.append(body, answer.status === 206 ? end - start : size)
  if (!fitted) throw new UpdateFailed('The image is longer than promised.')
}

function noteEtag(store: FirmwareStore, etag: string | null) {
  const job = store.job()
  if (job && job.etag !== etag) store.keep({ job: { ...job, etag } })
}

/** Formats a unit's download progress the way SWUpdate reports it. */
export const progressLine = (bytes: number, size: number): string =>
  `Downloaded ${percentOf(bytes, size)}% (${Math.floor(bytes / 1000)} of ${Math.floor(size / 1000)} kB).`
