import { openSession, readAsked } from './client.ts'
import { HttpLine } from './http-line.ts'
import { nextId } from './line.ts'
import { INITIALIZED, initialize, isQuestion, toAnswer, toCall, toHeaders } from './messages.ts'
import { type ServerKind, ServerProcess } from './server-process.ts'
import { StdioLine } from './stdio-line.ts'

/** What calls that wait for an answer cost a server. */
export interface Weight {
  /** Bytes of memory for each. */
  server: number
  /** Bytes that the client keeps for each, to come back with. */
  client: number
}

const WARM_UP = 1000

/** Starts a server, and weighs it before and while so many calls wait. */
export async function weighWaiting(kind: ServerKind, calls: number): Promise<Weight> {
  await using server = await ServerProcess.start(kind)
  await using wait = await openWaiting(server)
  // The first calls load and compile what all need.
  await wait.begin(WARM_UP)
  await wait.end()
  const before = await server.memory()
  const states = await wait.begin(calls)
  const held = (await server.memory()) - before
  return { server: held / calls, client: states / calls }
}

interface Waiting extends AsyncDisposable {
  /** Makes so many calls of a tool that asks, until each has asked. Resolves to the bytes of all returned states. */
  begin(calls: number): Promise<number>
  /** Answers them. */
  end(): Promise<void>
}

function openWaiting(server: ServerProcess): Promise<Waiting> {
  const { wire, revision } = server.kind
  if (revision === '2026') return openStateless(server)
  return wire === 'http' ? openInSession(server) : openOverPipe(server)
}

/** Calls end with their questions; all that is left of them is with the client. */
async function openStateless({ port, kind, stdin, stdout }: ServerProcess): Promise<Waiting> {
  const line = kind.wire === 'http' ? await HttpLine.open(port, toHeaders('2026', 'ask')) : new StdioLine(stdin, stdout)
  return {
    async begin(calls) {
      let bytes = 0
      for (let i = 0; i < calls; i++) bytes += readAsked(await line.call(toCall('2026', 'ask')))!.requestState.length
      return bytes
    },
    async end() {},
    async [Symbol.asyncDispose]() {
      if (line instanceof HttpLine) line.close()
    },
  }
}

async function openOverPipe({ stdin, stdout }: ServerProcess): Promise<Waiting> {
  const line = new StdioLine(stdin, stdout)
  await line.call(initialize)
  line.send(INITIALIZED)
  let questions: string[] = []
  let replies: Promise<string>[] = []
  return {
    async begin(calls) {
      const { promise, resolve } = Promise.withResolvers<void>()
      line.onQuestion = (question) => {
        if (questions.push(question) === calls) resolve()
      }
      replies = Array.from({ length: calls }, () => line.call(toCall('2025', 'ask')))
      await promise
      return 0
    },
    async end() {
      for (const question of questions) line.send(toAnswer(question))
      await Promise.all(replies)
      questions = []
    },
    async [Symbol.asyncDispose]() {},
  }
}

/** Connections that are opened together; the numbers of calls are multiples of it. */
const AT_ONCE = 100

/** All in one session, each with the connection on which its answer will come. */
async function openInSession({ port, kind }: ServerProcess): Promise<Waiting> {
  const headers = toHeaders('2025', 'ask', await openSession(port))
  const answers = await HttpLine.open(port, headers)
  const beside = kind.program === 'fastmcp' ? await HttpLine.open(port, headers) : undefined
  let lines: HttpLine[] = []
  let questions: string[] = []
  let replies: Promise<unknown>[] = []
  let asked = () => {}
  const hear = (text: string) => {
    for (const part of text.split('\n')) {
      if (!part.startsWith('data: ') || !isQuestion(part)) continue
      questions.push(part.slice('data: '.length))
      asked()
    }
  }
  await beside?.listen(hear)
  return {
    async begin(calls) {
      const { promise, resolve } = Promise.withResolvers<void>()
      asked = () => questions.length === calls && resolve()
      while (lines.length < calls) {
        const opened = await Promise.all(Array.from({ length: AT_ONCE }, () => HttpLine.open(port, headers)))
        for (const line of opened) {
          line.onPart = hear
          replies.push(line.post(toCall('2025', 'ask')(nextId())))
        }
        lines.push(...opened)
      }
      await promise
      return 0
    },
    async end() {
      for (const question of questions) await answers.post(toAnswer(question))
      await Promise.all(replies)
      for (const line of lines) line.close()
      lines = []
      questions = []
      replies = []
    },
    async [Symbol.asyncDispose]() {
      for (const line of [...lines, answers, ...(beside === undefined ? [] : [beside])]) line.close()
    },
  }
}
