import { vi } from 'vitest'

const nothing = () => undefined

/** jsdom has no canvas or layout: a canvas that accepts every call, empty paths, and elements of one size. */
export function stubCanvas({ width, height }: { width: number; height: number }) {
  const context = new Proxy(
    {
      measureText: () => ({ width: 0 }),
      createPattern: () => null,
      canvas: document.createElement('canvas'),
    },
    { get: (known, name) => Reflect.get(known, name) ?? nothing, set: () => true },
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(context as never)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(width)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(height)
  vi.stubGlobal(
    'Path2D',
    class {
      rect = nothing
      moveTo = nothing
      lineTo = nothing
      addPath = nothing
      arc = nothing
      closePath = nothing
    },
  )
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe = nothing
      disconnect = nothing
    },
  )
  HTMLElement.prototype.setPointerCapture ??= nothing
}
