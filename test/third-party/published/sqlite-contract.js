import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { logContract } from '@sweatpants/framework/testing'

const cases = logContract(() => {
  let time = Date.UTC(2026, 0, 1)
  const store = createSqliteStore({ path: ':memory:', now: () => time })
  const advance = (ms) => {
    time += ms
  }
  return { open: () => store, again: () => store, advance, close: () => store.close() }
})
for (const { name, run } of cases) {
  await run().catch((error) => {
    throw new Error(`a store on SQLite ${name}: ${error.message}`, { cause: error })
  })
}
console.log(`${cases.length > 50 ? 'many' : 'few'} cases passed`)
