import fc from 'fast-check'

/** The run's seed, so that property tests draw the same values whenever it is given again. */
const seed = Number(process.env['TEST_SEED'] ?? Number.NaN)
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
