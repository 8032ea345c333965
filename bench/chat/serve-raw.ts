import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'
import type { LanguageModel } from '../models/formats.ts'
import { createTokenModels } from './token-model.ts'

const models = createTokenModels()

const server = createServer((request, response) => {
  request.resume()
  void stream(models.get(request.url!)!, response)
}).listen(0, '127.0.0.1', () => parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

/** The least that there is to do: an event for each token. */
async function stream(model: LanguageModel, response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  const reader = (await model.doStream({ prompt: [] })).stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const { type } = read.value
    if (type !== 'text-delta' && type !== 'reasoning-delta') continue
    response.write(`data: ${JSON.stringify({ type, text: read.value.delta })}\n\n`)
  }
  response.end()
}
