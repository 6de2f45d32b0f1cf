import { testProvider } from './provider.ts'

/** The test provider as a process of its own: takes where to send browsers back to, says its issuer. */
const provider = await testProvider(process.argv[2] ?? '')
process.stdout.write(`${provider.issuer}\n`)
