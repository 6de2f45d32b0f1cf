import { act, render, screen } from '@testing-library/react'
import { Suspense } from 'react'
import { expect, it, vi } from 'vitest'
import { CHUNK_TIMEOUT_MS } from '../../platform/chunkFault.ts'
import { lazyDialog } from './lazyDialog.ts'

it('SHL-07 a dialog that has not come after 120 s ends in the offer to reload', async () => {
  vi.useFakeTimers()
  const Dialog = lazyDialog<{ close: () => void }>(() => new Promise(() => {}))
  render(
    <Suspense fallback={null}>
      <Dialog close={() => {}} />
    </Suspense>,
  )
  await act(() => vi.advanceTimersByTimeAsync(CHUNK_TIMEOUT_MS - 1))
  expect(screen.queryByRole('dialog')).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(1))
  expect(screen.getByRole('button', { name: 'Neu laden' })).toBeTruthy()
})
