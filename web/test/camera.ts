import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { vi } from 'vitest'
import { stubCanvas } from './canvas.ts'

/** jsdom has no media: a camera whose picture shows `texts` as QR codes to the browser's own detector. */
export function stubCamera() {
  const stop = vi.fn()
  const track = Object.assign(new EventTarget(), { stop })
  const stream = { getTracks: () => [track] }
  const getUserMedia = vi.fn(async (_: MediaStreamConstraints): Promise<object> => stream)
  const camera = { texts: [] as readonly string[], detect: vi.fn() }
  camera.detect.mockImplementation(async () => camera.texts.map((rawValue) => ({ rawValue })))
  stubCanvas({ width: 0, height: 0 })
  vi.stubGlobal('navigator', Object.assign(Object.create(navigator), { mediaDevices: { getUserMedia } }))
  vi.stubGlobal(
    'BarcodeDetector',
    class {
      static getSupportedFormats = async () => ['qr_code']
      detect = camera.detect
    },
  )
  vi.spyOn(HTMLVideoElement.prototype, 'videoWidth', 'get').mockReturnValue(1280)
  vi.spyOn(HTMLVideoElement.prototype, 'videoHeight', 'get').mockReturnValue(720)
  return { camera, stop, stream, track, getUserMedia }
}

export const openCamera = () =>
  userEvent.click(screen.getAllByRole('button', { name: 'Code mit der Kamera lesen' })[0] ?? document.body)

export const hidePage = () => {
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
}
