import { expect, it } from 'vitest'
import { bundleSize, downsample, downsampleX } from './downsample.ts'

it('CHT-08 few steps stay as they are, many become no more than can be distinguished', () => {
  expect(bundleSize(96, 800)).toBe(0)
  expect(bundleSize(700, 800)).toBe(1)
  const bundle = bundleSize(35_040, 800)
  expect(Number.isInteger(Math.log2(bundle))).toBe(true)
  expect(35_040 / bundle).toBeLessThanOrEqual(800)
})

it('CHT-08 no peak is lost, and what comes first stays first', () => {
  expect(downsample([1, 9, 2, 3, 5, 5, 4, -7], 4)).toEqual([1, 9, 5, -7])
  expect(downsample([9, 1, 2, 3], 4)).toEqual([9, 1])
  expect(downsample([9, 1, 2], 0)).toEqual([9, 1, 2])
  expect(downsample([9, 1], 1)).toEqual([9, 9, 1, 1])
})

it('CHT-05 a bundle of which nothing is known is a gap', () => {
  expect(downsample([null, null, 3, null, 4], 2)).toEqual([null, null, 3, 3, 4, 4])
  expect(downsampleX([10, 20, 30, 40, 50], 2)).toEqual([10, 20, 30, 40, 50, 50])
})
