import { expect, it } from 'vitest'
import { pathOf } from './path.ts'

it.each([
  ['/api/health', '/api/health'],
  ['/%61%70i/health?x=/default/', '/api/health'],
  ['http://evil.test/%61pi/health#x', '/api/health'],
  ['HTTPS://evil.test/api/health', '/api/health'],
  ['/%2561pi/', '/%61pi/'],
  ['/%2Fapi', '/%2Fapi'],
  ['/%zz/api', '/%zz/api'],
  ['*', '*'],
])('API-13 F2 %s names the path that the router reads, %s', (url, path) => {
  expect(pathOf(url)).toBe(path)
})
