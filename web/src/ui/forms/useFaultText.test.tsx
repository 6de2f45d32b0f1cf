import { renderHook } from '@testing-library/react'
import { expect, it } from 'vitest'
import { toFault } from '../../platform/client/client.ts'
import { useFaultText } from './useFaultText.ts'

it('SHL-07 a part of the program that has disappeared is no fault of the server: it says to reload', () => {
  const textOf = renderHook(useFaultText).result.current
  expect(textOf(toFault(new TypeError('Failed to fetch dynamically imported module: x')))).toContain('neu')
  expect(textOf(toFault(new Error('other')))).toContain('Auf dem Server')
})
