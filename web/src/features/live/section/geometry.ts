/** A position in the drawing, px from its upper left corner. */
export type Point = { readonly x: number; readonly y: number }

/** Positions in the cutaway drawing, px. There are two versions: beside the sentence, and for phones. */
export type Geometry = {
  readonly width: number
  readonly height: number
  readonly ground: number
  readonly house: {
    readonly left: number
    readonly right: number
    readonly eave: number
    readonly ridge: number
  }
  readonly overhang: number
  readonly floor: number
  readonly disc: Point & { readonly r: number }
  readonly mast: { readonly x: number; readonly height: number }
  /** The height of the house's incoming flows, and the tip of their arrow. */
  readonly houseLane: { readonly y: number; readonly arrow: number }
  readonly gridLane: number
  /** The tip of the import arrow, below the house's number. */
  readonly boughtArrow: Point
  readonly sun: Point & { readonly r: number }
  readonly panelCells: number
  /** Centres of the signs that something is wrong there. */
  readonly marks: { readonly [place in 'pv' | 'house' | 'grid' | 'battery']: Point }
  readonly labels: { readonly [place in 'pv' | 'house' | 'grid' | 'battery']: Label }
}

type Label = Point & { readonly align: 'start' | 'mid' | 'end' }

export const hero: Geometry = {
  width: 1158,
  height: 360,
  ground: 212,
  house: { left: 584, right: 884, eave: 126, ridge: 44 },
  overhang: 24,
  floor: 346,
  disc: { x: 660, y: 280, r: 40 },
  mast: { x: 1076, height: 122 },
  houseLane: { y: 152, arrow: 732 },
  gridLane: 188,
  boughtArrow: { x: 800, y: 166 },
  sun: { x: 582, y: 42, r: 14 },
  panelCells: 6,
  marks: {
    pv: { x: 634, y: 66 },
    house: { x: 734, y: 84 },
    grid: { x: 1122, y: 112 },
    battery: { x: 704, y: 240 },
  },
  labels: {
    pv: { x: 536, y: 58, align: 'end' },
    house: { x: 800, y: 126, align: 'mid' },
    grid: { x: 978, y: 126, align: 'mid' },
    battery: { x: 744, y: 262, align: 'start' },
  },
}

export const phone: Geometry = {
  width: 356,
  height: 396,
  ground: 218,
  house: { left: 22, right: 242, eave: 136, ridge: 66 },
  overhang: 14,
  floor: 374,
  disc: { x: 90, y: 296, r: 40 },
  mast: { x: 304, height: 112 },
  houseLane: { y: 168, arrow: 134 },
  gridLane: 194,
  boughtArrow: { x: 184, y: 177 },
  sun: { x: 142, y: 37, r: 12.5 },
  panelCells: 4,
  marks: {
    pv: { x: 62, y: 82 },
    house: { x: 132, y: 106 },
    grid: { x: 334, y: 112 },
    battery: { x: 136, y: 254 },
  },
  labels: {
    pv: { x: 16, y: 28, align: 'start' },
    house: { x: 184, y: 144, align: 'mid' },
    grid: { x: 342, y: 250, align: 'end' },
    battery: { x: 154, y: 278, align: 'start' },
  },
}

/** The centre of the house: below the ridge. */
export const ridgeX = ({ house }: Geometry) => (house.left + house.right) / 2

/** The roof's slope: px down per px across. */
export const pitch = (g: Geometry) => (g.house.eave - g.house.ridge) / (ridgeX(g) - g.house.left)

/** The height of the roof line at `x`. */
export const roofAt = (g: Geometry, x: number) => g.house.ridge + Math.abs(x - ridgeX(g)) * pitch(g)

/** Where ribbons meet the battery: above its rays. */
export const portY = ({ disc }: Geometry) => disc.y - disc.r - 18

/** Where ribbons meet the mast. */
export const mastPort = ({ mast }: Geometry) => mast.x - 18
