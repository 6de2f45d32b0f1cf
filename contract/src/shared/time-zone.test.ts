import { expect, it } from 'vitest'
import { timeZone } from './time-zone.ts'

const isTaken = (name: string) => timeZone.safeParse(name).success

it('API-13 takes every zone that browsers name', () => {
  expect(
    [...Intl.supportedValuesOf('timeZone'), 'UTC', 'CET', 'Asia/Kolkata'].filter((name) => !isTaken(name)),
  ).toEqual([])
})

it.each([
  'AET',
  'SST',
  'US/Pacific-New',
  '+00:07',
  '+01:00',
  'Mars/Olympus',
  'europe/berlin',
  '',
  'x'.repeat(1000),
])('API-13 does not take "%s", of which PostgreSQL says otherwise or nothing', (name) => {
  expect(isTaken(name)).toBe(false)
})

it.each([
  ['Europe/COpEnhagen', 'Europe/Copenhagen'],
  ['America/Port-Au-PRINCE', 'America/Port-au-Prince'],
  ['America/Port-au-Prince', 'America/Port-au-Prince'],
  ['Asia/Kolkata', 'Asia/Kolkata'],
  ['Asia/KOLKATA', 'Asia/Calcutta'],
  ['UTC', 'UTC'],
  ['CET', 'CET'],
])('API-13 keeps "%s" as "%s": a zone has few spellings', (typed, kept) => {
  expect(timeZone.parse(typed)).toBe(kept)
})
