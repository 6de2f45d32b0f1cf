import { expect, it } from 'vitest'
import { PAIRING_BYTES, pairingCode, printedPairingCode, readPairingCode } from './pairing.ts'

const random = Uint8Array.from({ length: PAIRING_BYTES }, (_, i) => 32 + i * 3)

it('GWY-20 a pairing code is shown in two groups, and read however it is typed', () => {
  const code = pairingCode(random)
  expect(printedPairingCode(code)).toBe('0369C-FJNRV')
  for (const typed of ['0369C-FJNRV', '0369cfjnrv', ' o369c fjnrv ', '0-3-6-9-c-f-j-n-r-v'])
    expect(readPairingCode(typed)).toBe(code)
})

it.each(['', '0369C-FJNR', '0369C-FJNRVX', '0369C-FJNRU', '0369C-FJNR!'])(
  'GWY-20 %j is no pairing code',
  (typed) => {
    expect(readPairingCode(typed)).toBeNull()
  },
)

it('GWY-20 too few random bytes make none', () => {
  expect(() => pairingCode(random.subarray(1))).toThrow('too few random bytes')
})
