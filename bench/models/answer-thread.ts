import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import type { Answer } from './answer-server.ts'

const answers = workerData as ReadonlyMap<string, Answer>

const server = createServer((request, response) => {
  request.resume()
  const answer = answers.get(request.url!)
  if (answer === undefined) response.writeHead(404).end()
  else void stream(answer, response)
}).listen(0, '127.0.0.1', () => parentPort!.postMessage((server.address() as AddressInfo).port))

async function stream({ writes, apart }: Answer, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const text of writes) {
    const next = performance.now() + apart
    response.write(text)
    // At least one turn, so that the socket gets each write alone. Timers are too coarse for the rest.
    do await setImmediate()
    while (performance.now() < next)
  }
  response.end()
}
