import { fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { Pagination } from './Pagination.tsx'

const words = { label: 'Pages', previous: 'Back', next: 'On', page: (page: number) => `Page ${page}` }

function Pages({ pages, first = 1 }: { pages: number; first?: number }) {
  const [page, go] = useState(first)
  return <Pagination words={words} page={page} pages={pages} go={go} />
}

const numbers = () => screen.getAllByRole('button', { name: /^Page/ }).map(({ textContent }) => textContent)
const current = () => screen.getByRole('button', { current: 'page' }).textContent
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it.each([
  [1, 1000, '1 2 3 4 5'],
  [3, 1000, '1 2 3 4 5'],
  [4, 1000, '2 3 4 5 6'],
  [500, 1000, '498 499 500 501 502'],
  [998, 1000, '996 997 998 999 1000'],
  [1000, 1000, '996 997 998 999 1000'],
  [2, 3, '1 2 3'],
  [2, 2, '1 2'],
])('SHL-08 page %d of %d shows %s', (first, pages, shown) => {
  render(<Pages pages={pages} first={first} />)
  expect(numbers().join(' ')).toBe(shown)
  expect(current()).toBe(String(first))
})

it('SHL-08 leads to a page, the next and the one before, and not beyond the ends', () => {
  render(<Pages pages={7} />)
  press('Back')
  expect(current()).toBe('1')
  press('Page 5')
  expect([current(), numbers().join(' ')]).toEqual(['5', '3 4 5 6 7'])
  press('On')
  press('On')
  press('On')
  expect(current()).toBe('7')
  expect(screen.getByRole('button', { name: 'On' }).getAttribute('aria-disabled')).toBe('true')
  press('Back')
  expect(current()).toBe('6')
})

it('SHL-08 one page needs no way to others', () => {
  render(<Pages pages={1} />)
  expect(screen.queryByRole('navigation')).toBeNull()
})
