import { flushCompileCache } from 'node:module'
import { createChat } from '@sweatpants/framework/chat'
import { resolveModel } from '@sweatpants/framework/models'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import { createClerk } from './model.ts'
import { createTools } from './tools.ts'
import { Trail } from './trail.ts'

/** What a node is told on its command line, as JSON. */
export interface NodeOptions {
  url: string
  schema: string
  /** The name under which the database knows it. */
  name: string
  leaseTtl: number
  heartbeat: number
}

const { url, schema, name, leaseTtl, heartbeat }: NodeOptions = JSON.parse(process.argv[2]!)

const named = new URL(url)
named.searchParams.set('application_name', name)
const store = await createPostgresStore({ url: named.href, schema, poolSize: 6 })
const trail = new Trail(named.href, schema)
const tools = createTools(async (idempotencyKey) => {
  await trail.ran(idempotencyKey.split('/')[1]!, idempotencyKey)
  return 'done'
})
let isStopping = false
// What is cut off when it has to stop is nobody's fault.
const complain = (error: unknown) => isStopping || console.error(error)
const models = [await resolveModel(createClerk())]
// A session is let go of soon, so that it changes hands often.
const chat = await createChat({ store, tools, models, leaseTtl, heartbeat, idle: 500, onError: complain })
const { url: address } = await chat.listen()
process.send!(address)
// Now: whoever is killed writes nothing any more, and all start with the same sources.
flushCompileCache()

// Whoever started it is gone.
process.once('disconnect', () => process.exit())
process.once('SIGTERM', async () => {
  isStopping = true
  await chat.close()
  await store.close()
  await trail.close()
  process.exit()
})
