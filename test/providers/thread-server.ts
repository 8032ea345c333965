import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

export interface ThreadServer extends AsyncDisposable {
  readonly baseUrl: string
  /** Fulfilled when a request has come and the bytes have been written. */
  readonly answered: Promise<unknown>
  /**
   * Whether the server sees its connection closed while this thread stands still. Then the client had closed it by now,
   * and is not merely about to.
   */
  seesItClosed(): boolean
}

/** A server in a thread of its own, which answers one request with these bytes and then says nothing more. */
export async function serveFromThread(contentType: string, bytes: string): Promise<ThreadServer> {
  const closed = new Int32Array(new SharedArrayBuffer(4))
  const workerData = { closed, contentType, bytes }
  const worker = new Worker(new URL('./fixtures/silent-server.ts', import.meta.url), { workerData })
  const [port] = await once(worker, 'message')
  return {
    baseUrl: `http://127.0.0.1:${port}`,
    answered: once(worker, 'message'),
    seesItClosed: () => Atomics.wait(closed, 0, 0, 2000) !== 'timed-out',
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
