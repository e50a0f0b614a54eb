import { configureGlobal } from 'fast-check'

// A run fails for what a change broke, not for what chance found. `FUZZ_SEED=$RANDOM npm run test:unit` searches with other inputs.
configureGlobal({ seed: Number(process.env.FUZZ_SEED ?? 1) })
