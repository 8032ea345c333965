import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The options of the server under test. */
export interface ServerSettings {
  /** The file of its store; it has none, or one in memory, when absent. */
  path?: string
  /** A database that several servers share, instead. */
  postgres?: { url: string; schema: string }
}

export interface ServerThread extends AsyncDisposable {
  readonly url: string
  /** Microseconds of its processor time so far. */
  cpu(): Promise<number>
}

/** Starts a server in a thread of its own. */
export async function startServer(program: URL, settings: ServerSettings = {}): Promise<ServerThread> {
  const worker = new Worker(program, { workerData: settings })
  const [url] = await once(worker, 'message')
  return {
    url,
    async cpu() {
      const { user, system } = await worker.cpuUsage()
      return user + system
    },
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
