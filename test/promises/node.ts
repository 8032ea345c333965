import { openStore, type StoreOptions } from '../store-options.ts'
import { createErrands, type ErrandName } from './errands.ts'
import { type ServedPathName, serve } from './served.ts'

/** The options of a node, which its command line has as JSON. */
export interface NodeOptions {
  path: ServedPathName
  /** Absent: nothing outlives the process. */
  store?: StoreOptions
  errands: ErrandName[]
  /** Where the steps of the errands act. */
  world: string
}

/** What a node says to the process that started it. */
export type NodeMessage = { type: 'ready'; url: string } | { type: 'error'; name: string; message: string }

const { path, store: options, world, errands }: NodeOptions = JSON.parse(process.argv[2]!)
const say = (message: NodeMessage) => void process.send?.(message)

const store = options && (await openStore(options))
const { url, close } = await serve({
  path,
  store,
  tools: createErrands(world, errands),
  world,
  onError(error) {
    const { name, message } = error instanceof Error ? error : new Error(String(error))
    say({ type: 'error', name, message })
  },
})
say({ type: 'ready', url })

// The process that started it is gone.
process.once('disconnect', () => process.exit())
process.once('SIGTERM', async () => {
  await close()
  await store?.close()
  process.exit()
})
