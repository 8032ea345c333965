import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import {
  convertToModelMessages,
  pipeUIMessageStreamToResponse,
  streamText,
  toUIMessageStream,
  type UIMessage,
} from 'ai'
import type { LanguageModel } from '../models/formats.ts'
import { createTokenModels } from './token-model.ts'

const models = createTokenModels()

const server = createServer(async (request, response) => {
  const { messages } = (await json(request)) as { messages: UIMessage[] }
  await answer(models.get(request.url!)!, messages, response)
}).listen(0, '127.0.0.1', () => parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}`))

async function answer(model: LanguageModel, messages: UIMessage[], response: ServerResponse): Promise<void> {
  const { stream } = streamText({ model, messages: await convertToModelMessages(messages) })
  await pipeUIMessageStreamToResponse({ response, stream: toUIMessageStream({ stream }) })
}
