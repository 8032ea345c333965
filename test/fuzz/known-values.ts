import fc from 'fast-check'

const { FUZZ_SEED, FUZZ_SECONDS } = process.env

// Every run of the suite tries the same values, so that a failure belongs to the change that it is seen with. `npm run fuzz` tries new
// ones, and `FUZZ_SEED` repeats those of a failure.
if (FUZZ_SEED !== undefined || FUZZ_SECONDS === undefined) fc.configureGlobal({ seed: Number(FUZZ_SEED ?? 20_260_728) })
