import { expect, it, vi } from 'vitest'
import { tokenOf } from '../../../test/identity/account.tsx'
import { beginSession, endSession } from '../session.ts'
import { stored } from '../stored.ts'
import { watchBackForwardCache } from './backForwardCache.ts'

const leave = () => window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
const comeBack = () => window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
const signIn = (owner: string) => beginSession({ access: tokenOf(owner), refresh: 'r' }, false)

it('AUT-09 a page brought back shows nothing of an owner who has left, or to another one', () => {
  const reload = vi.fn()
  vi.stubGlobal('location', { ...window.location, reload })
  const hide = vi.fn()
  signIn('wagner')
  watchBackForwardCache(hide)
  leave()
  comeBack()
  expect([hide.mock.calls.length, reload.mock.calls.length]).toEqual([0, 0])

  leave()
  stored.accessToken.set(tokenOf('schmidt'))
  comeBack()
  expect([hide.mock.calls.length, reload.mock.calls.length]).toEqual([1, 1])

  endSession('signedOut')
  leave()
  expect(hide).toHaveBeenCalledTimes(2)
  comeBack()
  expect(reload).toHaveBeenCalledTimes(2)
})
