import { testProvider } from './provider.ts'

/** The test provider as a separate process: takes the redirect URI, prints its issuer. */
const provider = await testProvider(process.argv[2] ?? '')
process.stdout.write(`${provider.issuer}\n`)
