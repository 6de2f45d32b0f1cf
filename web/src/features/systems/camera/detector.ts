import { withChunkTimeout } from '../../../platform/chunkFault.ts'

/** The part of the Shape Detection API that is used here; most browsers lack it (wicg.github.io/shape-detection-api). */
export type QrDetector = {
  detect(image: HTMLCanvasElement): Promise<readonly { readonly rawValue: string }[]>
}
type QrDetectorClass = {
  new (options: { formats: 'qr_code'[] }): QrDetector
  getSupportedFormats(): Promise<readonly string[]>
}

declare global {
  interface Window {
    readonly BarcodeDetector?: QrDetectorClass
  }
}

async function knowsQr(native: QrDetectorClass): Promise<boolean> {
  const formats: readonly string[] = await native.getSupportedFormats().catch(() => [])
  return formats.includes('qr_code')
}

/** The browser's own detector if it knows QR codes, otherwise one in JavaScript. Rejects if that fails to load. */
export async function qrDetector(): Promise<QrDetector> {
  const native = window.BarcodeDetector
  const Detector =
    native && (await knowsQr(native))
      ? native
      : (await withChunkTimeout(import('qr/decode.js'))).BarcodeDetector
  return new Detector({ formats: ['qr_code'] })
}
