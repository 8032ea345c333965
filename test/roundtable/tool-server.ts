import { createLookUp } from './look-up.ts'

await createLookUp().stdio()
