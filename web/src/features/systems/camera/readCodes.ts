import type { QrDetector } from './detector.ts'

const MAX_SIDE_PX = 640
/** At most five frames a second. */
const PAUSE_MS = 200

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS))

/** Copies the current frame, scaled down. False if there is none yet. */
function copyFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const { videoWidth, videoHeight } = video
  if (videoWidth === 0 || videoHeight === 0) return false
  const scale = Math.min(1, MAX_SIDE_PX / Math.max(videoWidth, videoHeight))
  canvas.width = Math.round(videoWidth * scale)
  canvas.height = Math.round(videoHeight * scale)
  const context = canvas.getContext('2d', { willReadFrequently: true })
  context?.drawImage(video, 0, 0, canvas.width, canvas.height)
  return context !== null
}

/** Calls `found` with the texts of the QR codes in each frame that shows any, until `signal` aborts. */
export async function readCodes(
  video: HTMLVideoElement,
  detector: QrDetector,
  found: (texts: readonly string[]) => void,
  signal: AbortSignal,
): Promise<void> {
  const canvas = document.createElement('canvas')
  while (!signal.aborted) {
    const codes = copyFrame(video, canvas) ? await detector.detect(canvas).catch(() => []) : []
    if (!signal.aborted && codes.length > 0) found(codes.map(({ rawValue }) => rawValue))
    await pause()
  }
}
