import { act, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { noteServerBuild, useVersion } from '../../platform/program/version.ts'
import { VersionOffer } from './VersionOffer.tsx'

beforeEach(() => {
  document.documentElement.setAttribute('data-build', 'old')
  useVersion.setState({ served: null, putOff: null, stuck: false })
})
afterEach(() => document.documentElement.removeAttribute('data-build'))

it('SHL-06 a new version asks, and loads the page anew only where that is wanted', async () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  render(<VersionOffer />)
  expect(screen.queryByRole('dialog')).toBeNull()
  act(() => noteServerBuild('new'))
  await userEvent.click(screen.getByRole('button', { name: 'Später' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(reload).not.toHaveBeenCalled()
  act(() => noteServerBuild('newer'))
  await userEvent.click(screen.getByRole('button', { name: 'Jetzt neu laden' }))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})
