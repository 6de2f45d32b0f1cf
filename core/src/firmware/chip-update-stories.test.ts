import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Action,
  type ActionEvent,
  accepts,
  isOpen,
  next,
  percentOf,
  SILENCE_MS,
  SWITCH_ON_MS,
} from './chip-update.ts'
import { at, SIZE, START, waiting } from './test/chip-update.ts'

const anyEvent = fc.oneof(
  fc
    .constantFrom(
      'time' as const,
      'heartbeat' as const,
      'installed' as const,
      'succeeded' as const,
      'cancelled' as const,
    )
    .map((kind) => ({ kind })),
  fc
    .tuple(fc.integer({ min: 0, max: SIZE + 50 }), fc.integer({ min: -50, max: SIZE }))
    .map(([bytes, from]) => ({ kind: 'bytesSent' as const, from: Math.min(from, bytes), bytes })),
  fc
    .option(fc.integer({ min: 0, max: 130 }))
    .map((done) => ({ kind: 'progressReported' as const, installed: done })),
  fc
    .constantFrom('failed' as const, 'refused' as const)
    .map((reason) => ({ kind: 'failed' as const, reason })),
)
const story = fc
  .array(
    fc.tuple(
      anyEvent,
      fc.oneof(fc.integer({ min: 0, max: 60_000 }), fc.constantFrom(SILENCE_MS, SWITCH_ON_MS)),
    ),
    {
      maxLength: 30,
    },
  )
  .map((events) => {
    let ms = 0
    return events.map(([event, gap]): ActionEvent => {
      ms += gap
      return { ...event, at: at(ms) }
    })
  })

const rank = { waiting: 0, started: 1, installed: 2, finished: 3, interrupted: 3, cancelled: 3 }

describe('any story of an update', () => {
  it('UPD-18 goes forward only, ends once, and its percent never falls nor leaves 0 to 100', () => {
    fc.assert(
      fc.property(story, (events) => {
        const reported: Action[] = [waiting]
        for (const event of events) reported.push(next(reported.at(-1) ?? waiting, event, SIZE))
        for (const [i, action] of reported.entries()) {
          const before = reported[i - 1] ?? waiting
          expect(rank[action.state]).toBeGreaterThanOrEqual(rank[before.state])
          const percent = percentOf(action)
          expect(percent).toBeGreaterThanOrEqual(-1)
          expect(percent).toBeLessThanOrEqual(100)
          if (isOpen(action)) expect(percent).toBeGreaterThanOrEqual(percentOf(before))
          if (!isOpen(before)) expect(action).toBe(before)
          if (action.state === 'cancelled') expect(action.startedAt).toBeNull()
        }
      }),
    )
  })

  it('UPD-13 has an end, whatever becomes of it: every state has a deadline', () => {
    fc.assert(
      fc.property(story, (events) => {
        let action: Action = waiting
        for (const event of events) action = next(action, event, SIZE)
        const late = isOpen(action) ? action.deadline : START
        expect(isOpen(next(action, { kind: 'time', at: late }, SIZE))).toBe(false)
      }),
    )
  })

  it('UPD-13 is finished only by a unit that had all of the image and reported that in time', () => {
    fc.assert(
      fc.property(story, (events) => {
        let action: Action = waiting
        let had = 0
        for (const event of events) {
          if (event.kind === 'bytesSent' && event.from <= had) had = Math.max(had, event.bytes)
          action = next(action, event, SIZE)
        }
        if (action.state === 'finished') {
          expect(had).toBeGreaterThanOrEqual(SIZE)
          expect(events.some(({ kind }) => kind === 'succeeded')).toBe(true)
        }
      }),
    )
  })

  it('UPD-18 accepts an event exactly where it is applied, or says what is so already', () => {
    fc.assert(
      fc.property(story, anyEvent, (events, last) => {
        let action: Action = waiting
        for (const event of events) action = next(action, event, SIZE)
        const event: ActionEvent = { ...last, at: events.at(-1)?.at ?? START }
        const settled = next(action, { kind: 'time', at: event.at }, SIZE)
        const after = next(action, event, SIZE)
        if (!accepts(action, event, SIZE)) expect(after).toEqual(settled)
      }),
    )
  })
})
