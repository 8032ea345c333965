import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { fuzzChat } from './fuzz/fuzz-chat.ts'

fuzzChat({ openStore: async () => createSqliteStore(':memory:'), share: 1 })
