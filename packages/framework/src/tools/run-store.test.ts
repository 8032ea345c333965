import { runStoreContract } from '../testing/run-store-contract.ts'
import { describeContract } from '../testing/vitest.ts'
import { createMemoryRunStore } from './run-store.ts'

// Memory keeps what it is given, not a copy: giver and store live in the same process.
const live = ['journal: takes progress as it is at the write', 'takes a record as it is when it is put']

describeContract(
  'memory run store',
  runStoreContract(
    () => {
      const store = createMemoryRunStore()
      return { open: () => store }
    },
    { claims: true },
  ).filter(({ name }) => !live.includes(name)),
)
