import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ToastPlace } from './Toast.tsx'

const close = vi.fn()
const toast = { icon: null, close, children: <a href="/update">Update für L2 verfügbar</a> }
const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms))

describe('a toast', () => {
  beforeEach(() => {
    vi.useFakeTimers()
    close.mockReset()
  })

  it('SHL-07 closes after 5000 ms', () => {
    render(<ToastPlace toast={toast} />)
    wait(4999)
    expect(close).not.toHaveBeenCalled()
    wait(1)
    expect(close).toHaveBeenCalledOnce()
  })

  it('SHL-11 stays for who has gone to it', () => {
    render(<ToastPlace toast={toast} />)
    const link = screen.getByRole('link')
    act(() => link.focus())
    wait(20_000)
    expect(close).not.toHaveBeenCalled()
    act(() => link.blur())
    wait(5000)
    expect(close).toHaveBeenCalledOnce()
  })

  it('SHL-11 is read out from a place that was there before, and can be sent away', () => {
    const { rerender } = render(<ToastPlace toast={null} />)
    const place = screen.getByRole('status')
    rerender(<ToastPlace toast={toast} />)
    expect(place.textContent).toBe('Update für L2 verfügbar')
    fireEvent.click(screen.getByRole('button', { name: 'Schließen' }))
    expect(close).toHaveBeenCalledOnce()
  })
})
