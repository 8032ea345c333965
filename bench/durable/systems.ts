import { createMemoryStore } from '@sweatpants/framework/chat'
import { createPostgresStore } from '@sweatpants/framework/stores/postgres'
import type { LangGraph } from '../peers.ts'
import { loadPeer } from '../servers/load-peer.ts'
import type { System } from './conversation.ts'
import { createDbos } from './dbos.ts'
import { createLangGraph, loopInEdges, loopInNode, type Saver } from './langgraph.ts'
import { createOurs, type Way } from './ours.ts'

/** The database of a system under test. */
export interface Place {
  url: string
  schema: string
}

export type SystemName = keyof typeof POSTGRES

const inPlace: Way = { name: 'ours, resumed in place' }
const rebuilt: Way = { name: 'ours, rebuilt from the journal', isRebuilt: true }
const once: Way = { name: 'ours, steps `once`', once: true }

const IN_NODE = 'LangGraph, the loop in a node'
const IN_EDGES = 'LangGraph, the loop in its edges'

/** All of them on Postgres, by name. */
const POSTGRES = {
  ours: (place: Place) => openOurs(place, inPlace),
  'ours-rebuilt': (place: Place) => openOurs(place, rebuilt),
  'ours-once': (place: Place) => openOurs(place, once),
  'langgraph-node': async (place: Place) => createLangGraph(IN_NODE, await load(), loopInNode, await openSaver(place)),
  'langgraph-edges': async (place: Place) =>
    createLangGraph(IN_EDGES, await load(), loopInEdges, await openSaver(place)),
  dbos: ({ url, schema }: Place) => createDbos('DBOS', url, schema),
} satisfies Record<string, (place: Place) => Promise<System>>

export const openSystem = (name: SystemName, place: Place): Promise<System> => POSTGRES[name](place)

/** Those that have a memory to keep things in. */
export async function openInMemory(langgraph: LangGraph | undefined): Promise<System[]> {
  const open = (way: Way) => createOurs(createMemoryStore(), way)
  const saver = ({ MemorySaver }: LangGraph): Saver => ({ checkpointer: new MemorySaver(), close() {} })
  if (langgraph === undefined) return [open(inPlace), open(rebuilt)]
  return [
    open(inPlace),
    open(rebuilt),
    createLangGraph(IN_NODE, langgraph, loopInNode, saver(langgraph)),
    createLangGraph(IN_EDGES, langgraph, loopInEdges, saver(langgraph)),
  ]
}

async function openOurs({ url, schema }: Place, way: Way): Promise<System> {
  const store = await createPostgresStore({ url, schema })
  return createOurs(store, way)
}

const load = (): Promise<LangGraph> => loadPeer('@langchain/langgraph/dist/index.js')

interface PostgresSaver {
  setup(): Promise<void>
  end(): Promise<void>
}

async function openSaver({ url, schema }: Place): Promise<Saver> {
  const path = '@langchain/langgraph-checkpoint-postgres/dist/index.js'
  const { PostgresSaver } = await loadPeer<{
    PostgresSaver: { fromConnString(url: string, options: { schema: string }): PostgresSaver }
  }>(path)
  const checkpointer = PostgresSaver.fromConnString(url, { schema })
  await checkpointer.setup()
  return { checkpointer, close: () => checkpointer.end() }
}
