import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { lazy, Suspense } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS, isChunkFault, withChunkTimeout } from '../../platform/chunkFault.ts'
import { PartBoundary } from './PartBoundary.tsx'

const reported = vi.fn()
beforeEach(() => {
  reported.mockClear()
  vi.stubGlobal('reportError', reported)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})

describe('a part of a page that breaks', () => {
  it('SHL-07 leaves the others in place, is reported, and works again when tried again', async () => {
    const draw = vi
      .fn(() => 'whole')
      .mockImplementation(() => {
        throw new Error('broken')
      })
    const Part = () => <p>{draw()}</p>
    render(
      <>
        <p>beside</p>
        <PartBoundary>
          <Part />
        </PartBoundary>
      </>,
    )
    expect(screen.getByText('beside')).toBeTruthy()
    expect(screen.getByRole('alert').textContent).toContain('Dieser Teil')
    expect(reported).toHaveBeenCalledTimes(1)
    draw.mockImplementation(() => 'whole')
    await userEvent.click(screen.getByRole('button', { name: 'Erneut versuchen' }))
    expect(screen.getByText('whole')).toBeTruthy()
  })

  it('SHL-07 is tried again as soon as it shows something else', () => {
    const Part = ({ word }: { word: string }) => {
      if (word === 'bad') throw new Error('broken')
      return <p>{word}</p>
    }
    const of = (word: string) => (
      <PartBoundary of={word}>
        <Part word={word} />
      </PartBoundary>
    )
    const { rerender } = render(of('bad'))
    expect(screen.getByRole('alert')).toBeTruthy()
    rerender(of('good'))
    expect(screen.getByText('good')).toBeTruthy()
  })

  it('SHL-07 offers a reload where its program has disappeared, which is nothing to report', async () => {
    const Part = lazy(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module: x')))
    render(
      <PartBoundary>
        <Suspense>
          <Part />
        </Suspense>
      </PartBoundary>,
    )
    expect(await screen.findByRole('button', { name: 'Neu laden' })).toBeTruthy()
    expect(reported).not.toHaveBeenCalled()
  })
})

it('SHL-07 a part of the program that has not come after 120 s counts as one that cannot be loaded', async () => {
  vi.useFakeTimers()
  const fault = withChunkTimeout(new Promise(() => {})).catch((cause: unknown) => cause)
  await vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1)
  expect(vi.getTimerCount()).toBe(1)
  await vi.advanceTimersByTimeAsync(1)
  expect(isChunkFault(await fault)).toBe(true)
  expect(CHUNK_TIMEOUT_MS).toBe(120_000)
  await expect(withChunkTimeout(Promise.resolve(1))).resolves.toBe(1)
  expect(vi.getTimerCount()).toBe(0)
})
