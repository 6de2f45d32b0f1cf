import { type PointerEvent, type RefObject, useLayoutEffect, useState } from 'react'
import styles from './Crop.module.css'
import { MAX_ZOOM, middleAt, moved, placeOf, type Square, wholeSquare, zoomed, zoomOf } from './square.ts'

/** Side length of the cropped picture, px. */
const CROP_SIDE = 512
const STEP = 0.01

type Props = {
  image: HTMLImageElement
  /** Receives the cropped picture. */
  canvas: RefObject<HTMLCanvasElement | null>
  names: { preview: string; zoom: string; across: string; down: string }
}

/** Crops a square out of a picture: by dragging, or with sliders for those who cannot drag. */
export function Crop({ image, canvas, names }: Props) {
  const size = { width: image.naturalWidth, height: image.naturalHeight }
  const [square, setSquare] = useState<Square>(() => wholeSquare(size))
  const { x, y, side } = square

  useLayoutEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!pen) return
    pen.clearRect(0, 0, CROP_SIDE, CROP_SIDE)
    pen.imageSmoothingQuality = 'high'
    pen.drawImage(image, x - side / 2, y - side / 2, side, side, 0, 0, CROP_SIDE, CROP_SIDE)
  }, [canvas, image, x, y, side])

  function drag({ currentTarget, buttons, movementX, movementY }: PointerEvent<HTMLCanvasElement>) {
    if (buttons === 0) return
    const scale = side / currentTarget.clientWidth
    setSquare(moved(square, size, -movementX * scale, -movementY * scale))
  }

  return (
    <div className={styles.crop}>
      <canvas
        ref={canvas}
        className={styles.preview}
        width={CROP_SIDE}
        height={CROP_SIDE}
        role="img"
        aria-label={names.preview}
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={drag}
      />
      <Slider
        name={names.zoom}
        value={zoomOf(square, size)}
        min={1}
        max={MAX_ZOOM}
        slide={(zoom) => setSquare(zoomed(square, size, zoom))}
      />
      <Slider
        name={names.across}
        value={placeOf(x, side, size.width)}
        disabled={size.width <= side}
        slide={(place) => setSquare({ x: middleAt(place, side, size.width), y, side })}
      />
      <Slider
        name={names.down}
        value={placeOf(y, side, size.height)}
        disabled={size.height <= side}
        slide={(place) => setSquare({ x, y: middleAt(place, side, size.height), side })}
      />
    </div>
  )
}

type SliderProps = {
  name: string
  value: number
  min?: number
  max?: number
  disabled?: boolean
  slide: (value: number) => void
}

const Slider = ({ name, slide, min = 0, max = 1, ...input }: SliderProps) => (
  <label className={styles.slider}>
    {name}
    <input
      {...input}
      type="range"
      min={min}
      max={max}
      step={STEP}
      onChange={({ target }) => slide(target.valueAsNumber)}
    />
  </label>
)
