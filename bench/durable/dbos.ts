import { loadPeer } from '../servers/load-peer.ts'
import type { System } from './conversation.ts'
import { doWork, ran } from './ran.ts'

interface Dbos {
  setConfig(config: object): void
  launch(): Promise<void>
  shutdown(): Promise<void>
  registerWorkflow<A extends unknown[], R>(body: (...args: A) => Promise<R>, config: { name: string }): unknown
  startWorkflow(workflow: unknown, params: { workflowID: string }): (...args: unknown[]) => Promise<unknown>
  retrieveWorkflow(id: string): { getResult(): Promise<number> }
  runStep<T>(body: () => Promise<T>, config: { name: string }): Promise<T>
  send(id: string, message: unknown, topic: string): Promise<void>
  recv(topic: string, timeoutSeconds: number): Promise<number>
  readonly workflowID: string
}

const silent = { debug() {}, info() {}, warn() {}, error: console.error }

/** There is one in a process. */
export async function createDbos(name: string, url: string, schema: string): Promise<System> {
  const { DBOS } = await loadPeer<{ DBOS: Dbos }>('@dbos-inc/dbos-sdk/dist/src/index.js')
  const runs = new Map<string, Progress>()
  const interview = DBOS.registerWorkflow(
    async (n: number) => {
      ran.bodies++
      const progress = useProgress(runs, DBOS.workflowID)
      let sum = 0
      for (let i = 0; i < n; i++) {
        await DBOS.runStep(async () => doWork(i), { name: 'work' })
        ran.questions++
        progress.ask(i)
        sum += await DBOS.recv(`answer ${i}`, 3600)
      }
      progress.end()
      return sum
    },
    { name: 'interview' },
  )
  DBOS.setConfig({ name: 'bench', systemDatabaseUrl: url, systemDatabaseSchemaName: schema, logger: silent })
  await DBOS.launch()

  const converse = async (id: string) => {
    const progress = useProgress(runs, id)
    let next = await progress.whenAsked(0)
    return {
      async answer() {
        await DBOS.send(id, 1, `answer ${next}`)
        const asked = await progress.whenAsked(next + 1)
        if (asked === OVER) return DBOS.retrieveWorkflow(id).getResult()
        next = asked
        return undefined
      },
    }
  }
  return {
    name,
    async begin(id, n) {
      await DBOS.startWorkflow(interview, { workflowID: id })(n)
      return converse(id)
    },
    // Runs that were left are begun again by themselves.
    goOn: (id) => converse(id),
    [Symbol.asyncDispose]: () => DBOS.shutdown(),
  }
}

const OVER = Number.POSITIVE_INFINITY

/** The progress of a workflow's body. */
class Progress {
  #asked = -1
  #wanted = 0
  #wake: ((asked: number) => void) | undefined

  ask(i: number): void {
    this.#asked = i
    if (i < this.#wanted) return
    this.#wake?.(i)
    this.#wake = undefined
  }

  end(): void {
    this.ask(OVER)
  }

  /** Resolves when question `i`, or a later one, is open. */
  whenAsked(i: number): Promise<number> {
    if (this.#asked >= i) return Promise.resolve(this.#asked)
    this.#wanted = i
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

function useProgress(runs: Map<string, Progress>, id: string): Progress {
  const known = runs.get(id) ?? new Progress()
  runs.set(id, known)
  return known
}
