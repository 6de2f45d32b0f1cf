import { attributeFlows, type FlowName, type Flows } from '@kellersonne/core/energy/flows'
import { watts } from '@kellersonne/core/units/units'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hero, type Point, phone } from './geometry.ts'
import { isSameLayout, layout, roundFlows } from './layout.ts'
import { chevronCycle, ribbonWidth } from './ribbon.ts'

const flowsOf = (grid: number, pv: number, battery: number): Flows => {
  const flows = attributeFlows({ grid: watts(grid), pv: watts(pv), battery: watts(battery) })
  if (flows === null) throw new Error('not attributed')
  return flows
}
const geometries = [
  ['hero', hero],
  ['phone', phone],
] as const

const points = (path: string): Point[] => {
  const numbers = (path.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
  return numbers.flatMap((x, i) => (i % 2 === 0 ? [{ x, y: numbers[i + 1] ?? Number.NaN }] : []))
}
const ribbonOf = (flows: Flows, name: FlowName, g = hero) => {
  const ribbon = layout(g, flows).ribbons.find(({ flow }) => flow === name)
  if (!ribbon) throw new Error(`${name} is not drawn`)
  const path = points(ribbon.path)
  const [start, tip] = [path[0], points(ribbon.head)[1]]
  if (!start || !tip) throw new Error(`${name} has no ends`)
  return { ...ribbon, start, tip }
}

describe('the eight states', () => {
  const states: [string, [number, number, number], FlowName[], number][] = [
    ['sun for all', [-1210, 4820, -2960], ['pvToBattery', 'pvToGrid', 'pvToHouse'], 0],
    ['battery full', [-4710, 5340, 0], ['pvToGrid', 'pvToHouse'], 1],
    ['a cloud', [0, 920, 1310], ['batteryToHouse', 'pvToHouse'], 1],
    ['evening', [0, 0, 620], ['batteryToHouse'], 2],
    ['cooking in winter', [1150, 0, 2400], ['batteryToHouse', 'gridToHouse'], 1],
    ['float charge', [710, 0, -180], ['gridToBattery', 'gridToHouse'], 2],
    ['sun and grid', [1620, 1050, 0], ['gridToHouse', 'pvToHouse'], 1],
  ]
  it.each(states)('DSH-06 %s: its ribbons, conduits for the rest', (_, powers, flows, conduits) => {
    const drawn = layout(hero, flowsOf(...powers))
    expect(drawn.ribbons.map(({ flow }) => flow).toSorted()).toEqual(flows)
    expect(drawn.conduits).toHaveLength(conduits)
  })

  it('DSH-06 no current data: nothing flows, every branch is a conduit', () => {
    expect(layout(phone, null)).toMatchObject({ ribbons: [], conduits: { length: 4 } })
  })
})

describe('amounts', () => {
  it.each([
    [5, 3.5],
    [795, 3.5],
    [1000, 4.4],
    [2960, 13.024],
    [5454, 23.9976],
    [20_000, 24],
  ])('DSH-06 %d W are %d px wide', (power, width) => {
    expect(ribbonWidth(watts(power))).toBeCloseTo(width, 6)
  })

  it.each([
    [5, 2.6],
    [1000, 2.6],
    [2000, 1.3],
    [9000, 0.9],
  ])('DSH-06 chevrons take at %d W %d s a step', (power, seconds) => {
    expect(chevronCycle(watts(power))).toBeCloseTo(seconds, 6)
  })

  it('DSH-06 less than 5 W is no flow, and a narrow ribbon has no chevrons', () => {
    expect(layout(hero, flowsOf(4, 0, 0)).ribbons).toEqual([])
    expect(ribbonOf(flowsOf(1100, 0, 0), 'gridToHouse').runs).toEqual([])
    expect(ribbonOf(flowsOf(1500, 0, 0), 'gridToHouse').runs).not.toEqual([])
  })
})

describe('where ribbons lie', () => {
  it.each(geometries)(
    'DSH-06 %s: below the roof battery, grid, house from left to right, never touching',
    (_, g) => {
      const flows = flowsOf(-1210, 4820, -2960)
      const [battery, grid, house] = (['pvToBattery', 'pvToGrid', 'pvToHouse'] as const).map((name) =>
        ribbonOf(flows, name, g),
      )
      if (!battery || !grid || !house) throw new Error('not all are drawn')
      expect(battery.start.x).toBe(g.disc.x)
      expect(grid.start.x - grid.width / 2 - (battery.start.x + battery.width / 2)).toBeCloseTo(2.5, 0)
      expect(house.start.x - house.width / 2 - (grid.start.x + grid.width / 2)).toBeCloseTo(2.5, 0)
    },
  )

  it.each(geometries)('DSH-06 %s: heads point at battery, house and grid', (_, g) => {
    const sunny = flowsOf(-1210, 4820, -2960)
    expect(ribbonOf(sunny, 'pvToBattery', g).tip).toEqual({ x: g.disc.x, y: g.disc.y - g.disc.r - 18 })
    expect(ribbonOf(sunny, 'pvToHouse', g).tip).toEqual({ x: g.houseLane.arrow, y: g.houseLane.y })
    expect(ribbonOf(sunny, 'pvToGrid', g).tip).toEqual({ x: g.mast.x - 18, y: g.gridLane })
    expect(ribbonOf(flowsOf(1620, 1050, 0), 'gridToHouse', g).tip).toEqual(g.boughtArrow)
  })

  it.each(geometries)('DSH-06 %s: what is bought stays above the ground, however much', (_, g) => {
    const { start, width } = ribbonOf(flowsOf(20_000, 0, 0), 'gridToHouse', g)
    expect(start.y + width / 2).toBeLessThan(g.ground)
  })

  it('DSH-06 two that reach the house come one above the other', () => {
    const flows = flowsOf(0, 920, 1310)
    expect(ribbonOf(flows, 'pvToHouse').tip.y).toBeLessThan(hero.houseLane.y)
    expect(ribbonOf(flows, 'batteryToHouse').tip.y).toBeGreaterThan(hero.houseLane.y)
  })

  it('DSH-06 colour is the source, the end of a gradient the target', () => {
    const energies = (flows: Flows) =>
      layout(hero, flows).ribbons.map(({ flow, from, to }) => `${flow} ${from} ${to}`)
    expect(energies(flowsOf(-1210, 4820, -2960))).toEqual([
      'pvToGrid pv feed-in',
      'pvToHouse pv pv',
      'pvToBattery pv battery',
    ])
    expect(energies(flowsOf(710, 0, -180))).toEqual([
      'gridToBattery grid-import battery',
      'gridToHouse grid-import grid-import',
    ])
  })

  it.each(geometries)('DSH-06 %s: whatever flows, all of it is drawn and none of it outside', (_, g) => {
    const power = fc.integer({ min: -30_000, max: 30_000 })
    fc.assert(
      fc.property(power, fc.nat(30_000), power, (grid, pv, battery) => {
        const flows = flowsOf(grid, pv, battery)
        const { ribbons } = layout(g, flows)
        expect(ribbons).toHaveLength(Object.values(flows).filter((flow) => flow >= 5).length)
        for (const { path, head, width, runs } of ribbons) {
          for (const { x, y } of [...points(path), ...points(head)]) {
            expect(x - width / 2).toBeGreaterThanOrEqual(0)
            expect(x + width / 2).toBeLessThanOrEqual(g.width)
            expect(y - width / 2).toBeGreaterThanOrEqual(0)
            expect(y + width / 2).toBeLessThanOrEqual(g.height)
          }
          for (const run of runs) expect([0, 90, -90, 180]).toContain(run.angle)
        }
      }),
    )
  })
})

describe('what is drawn of flows', () => {
  it('DSH-06 takes steps too small to be seen, and leaves out nothing that flows', () => {
    const still = roundFlows(flowsOf(-1210, 4820, -2960))
    expect(still).toMatchObject({ pvToGrid: 1200, pvToBattery: 2950, pvToHouse: 650, gridToHouse: 0 })
    expect(isSameLayout(still, roundFlows(flowsOf(-1200, 4815, -2965)))).toBe(true)
    expect(isSameLayout(still, roundFlows(flowsOf(-1210, 4820, -3010)))).toBe(false)
    expect(roundFlows(flowsOf(-6, 6, 0))).toMatchObject({ pvToGrid: 50 })
    expect([isSameLayout(null, null), isSameLayout(null, still)]).toEqual([true, false])
  })
})
