import fc from 'fast-check'

/** The run's seed: given again, it makes property tests draw the same values. */
const seed = Number(process.env['TEST_SEED'] ?? Number.NaN)
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
