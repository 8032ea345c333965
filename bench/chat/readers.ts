import { applyBroadcast, type ChatState, emptyState, parsePatch, reduce } from '@sweatpants/framework/chat'
import { DefaultChatTransport, readUIMessageStream, type UIMessage } from 'ai'
import { type Delivery, toPath } from './deliveries.ts'

const QUESTION = 'Tell me a story.'

/** The number of characters and of events that a reader received. */
export interface Read {
  characters: number
  events: number
}

/** The least that there is to do: find the events, parse them, join their texts. */
export async function readRaw(url: string, delivery: Delivery, by = fetch): Promise<Read> {
  const response = await post(by, url + toPath(delivery), { question: QUESTION })
  let said = ''
  let count = 0
  for await (const events of readEvents(response)) {
    for (const event of events) said += JSON.parse(event.slice('data: '.length)).text
    count += events.length
  }
  return { characters: said.length, events: count }
}

/**
 * A page of ours: begins a session, follows its log and sends a message, until the turn is over. The node that is followed
 * may be another one.
 */
export async function readChat(url: string, { name }: Delivery, by = fetch, followed = url): Promise<Read> {
  const { sessionId } = await (await post(by, `${url}/api/chat/sessions`, {})).json()
  const path = `/api/chat/sessions/${sessionId}`
  const following = await by(`${followed}${path}/events`)
  const sent = post(by, `${url}${path}/commands`, { type: 'send', commandId: 'c', content: QUESTION, model: name })
  const state = await readLog(following, ({ turns, turn }) => turns === 1 && turn === undefined)
  await (await sent).json()
  const said = state.messages.at(-1)!.content
  return { characters: countCharacters(said), events: state.lsn }
}

/** Reads the events of a log until their state is as wanted, and returns it. */
export async function readLog(following: Response, isWanted: (state: ChatState) => boolean): Promise<ChatState> {
  let state = emptyState
  for await (const events of readEvents(following)) {
    state = events.reduce(apply, state)
    if (isWanted(state)) return state
  }
  throw new Error(`the stream ended at ${state.lsn}, before what was waited for`)
}

function apply(state: ChatState, event: string): ChatState {
  // A heartbeat.
  if (event.startsWith(':')) return state
  if (event.startsWith('data: ')) return applyBroadcast(state, JSON.parse(event.slice('data: '.length)))
  const [id, data] = event.split('\n', 2)
  const patch = parsePatch(JSON.parse(data!.slice('data: '.length)))
  return patch === undefined ? state : reduce(state, patch, Number(id!.slice('id: '.length)))
}

/** A page of the AI SDK. */
export async function readUiMessages(url: string, delivery: Delivery, by = fetch): Promise<Read> {
  const transport = new DefaultChatTransport({ api: url + toPath(delivery), fetch: by })
  const asked: UIMessage = { id: '1', role: 'user', parts: [{ type: 'text', text: QUESTION }] }
  const stream = await transport.sendMessages({
    chatId: '1',
    messages: [asked],
    messageId: undefined,
    trigger: 'submit-message',
    abortSignal: undefined,
  })
  let said: UIMessage['parts'] = []
  let count = 0
  for await (const { parts } of readUIMessageStream({ stream })) {
    said = parts
    count++
  }
  return { characters: countCharacters(said), events: count }
}

const countCharacters = (said: readonly object[]): number =>
  said.reduce((sum, block) => sum + ('text' in block ? String(block.text).length : 0), 0)

/** The events of a stream, as many at a time as came. */
async function* readEvents({ body }: Response): AsyncGenerator<string[]> {
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of body!) {
    const events = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
    rest = events.pop()!
    yield events
  }
}

async function post(by: typeof fetch, url: string, body: unknown): Promise<Response> {
  const headers = { 'content-type': 'application/json' }
  const response = await by(url, { method: 'POST', headers, body: JSON.stringify(body) })
  if (!response.ok) throw new Error(`${url} was answered with ${response.status}: ${await response.text()}`)
  return response
}
