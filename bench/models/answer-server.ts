import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** The chunks that are streamed, one write to the socket each. */
export interface Answer {
  writes: readonly string[]
  /** Milliseconds from one write to the next; without any they follow as fast as they can. */
  apart: number
}

export interface AnswerServer extends AsyncDisposable {
  readonly url: string
}

/** A server in a thread of its own, with an answer for each path. */
export async function serveAnswers(answers: ReadonlyMap<string, Answer>): Promise<AnswerServer> {
  const worker = new Worker(new URL('./answer-thread.ts', import.meta.url), { workerData: answers })
  const [port] = await once(worker, 'message')
  return {
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      await worker.terminate()
    },
  }
}
