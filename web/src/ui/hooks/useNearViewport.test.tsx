import { act, render, screen } from '@testing-library/react'
import { useRef } from 'react'
import { expect, it, vi } from 'vitest'
import { useNearViewport } from './useNearViewport.ts'

function Probe() {
  const place = useRef<HTMLDivElement>(null)
  return <div ref={place}>{useNearViewport(place) ? 'near' : 'far'}</div>
}

it('SHL-11 what is far below is waited for until it is nearly seen, and stays then', () => {
  const seen: ((entries: { isIntersecting: boolean }[]) => void)[] = []
  const disconnect = vi.fn()
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(notify)
      }
      observe = () => {}
      disconnect = disconnect
    },
  )
  render(<Probe />)
  const see = (isIntersecting: boolean) => act(() => seen[0]?.([{ isIntersecting }]))
  see(false)
  expect(screen.getByText('far')).toBeDefined()
  see(true)
  expect(screen.getByText('near')).toBeDefined()
  expect(disconnect).toHaveBeenCalled()
})

it('SHL-11 a browser that cannot detect it counts everything as near', () => {
  render(<Probe />)
  expect(screen.getByText('near')).toBeDefined()
})
