import { serveMcp } from '@sweatpants/framework/mcp'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { busy, patient, survey } from './surveys.ts'

const { STORE = '', SCHEMA = '' } = process.env

const store = SCHEMA === '' ? createSqliteStore(STORE) : await createPostgresStore({ url: STORE, schema: SCHEMA })
const server = serveMcp({ name: 'task-node', version: '1.0.0', tools: [survey, busy, patient], store })
console.error((await server.listen()).url)
