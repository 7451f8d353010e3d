import fc from 'fast-check'

// One seed for all random tests of a run: `npm test` prints it, and TEST_SEED repeats the run.
const seed = Number(process.env.TEST_SEED)
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed })
