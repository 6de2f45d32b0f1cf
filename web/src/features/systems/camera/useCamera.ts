import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { qrDetector } from './detector.ts'
import { readCodes } from './readCodes.ts'

/** refused: by the owner or the system. none: no camera. busy: used elsewhere, or out of order. failed: anything else. */
type CameraFault = 'refused' | 'none' | 'busy' | 'failed'
type CameraState = 'asking' | 'reading' | CameraFault

const FAULTS: Readonly<Record<string, CameraFault>> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}
const faultOf = (cause: unknown): CameraFault =>
  cause instanceof DOMException ? (FAULTS[cause.name] ?? 'busy') : 'failed'

/** Opens the camera at the back, if there are several, until `signal` aborts. Rejects with a DOMException. */
async function openCamera(signal: AbortSignal): Promise<MediaStream> {
  const video = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }
  const stream = await navigator.mediaDevices.getUserMedia({ audio: false, video })
  const stop = () => {
    for (const track of stream.getTracks()) track.stop()
  }
  // The owner may have closed the dialog before answering the browser's question.
  if (signal.aborted) stop()
  else signal.addEventListener('abort', stop)
  return stream
}

/** Shows the camera in `video` and reports the QR codes it sees, from mounting to unmounting. */
export function useCamera(
  video: RefObject<HTMLVideoElement | null>,
  found: (texts: readonly string[]) => void,
): CameraState {
  const [state, setState] = useState<CameraState>('asking')
  const report = useEffectEvent(found)
  useEffect(() => {
    const closing = new AbortController()
    const { signal } = closing
    function fail(fault: CameraFault) {
      if (!signal.aborted) setState(fault)
      closing.abort()
    }
    async function watch() {
      const [stream, detector] = await Promise.all([openCamera(signal), qrDetector()])
      if (signal.aborted || !video.current) return
      for (const track of stream.getTracks()) track.addEventListener('ended', () => fail('busy'), { signal })
      video.current.srcObject = stream
      setState('reading')
      await readCodes(video.current, detector, (texts) => report(texts), signal)
    }
    watch().catch((cause: unknown) => fail(faultOf(cause)))
    return () => closing.abort()
  }, [video])
  return state
}
