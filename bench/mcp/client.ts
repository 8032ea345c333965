import { HttpLine } from './http-line.ts'
import type { Line } from './line.ts'
import { ACCEPTED, INITIALIZED, initialize, toCall, toHeaders } from './messages.ts'
import type { ServerProcess } from './server-process.ts'
import { SessionLine } from './session-line.ts'
import { StdioLine } from './stdio-line.ts'

/** All callers of one server: each with a connection, and in 2025 a session, of its own over HTTP; with one pipe over stdio. */
export interface Client {
  /** Lines for so many callers, each used once already. */
  open(callers: number): Promise<{ lines: readonly Line[]; close(): void }>
}

/** What one caller does again and again. */
export type Work = (line: Line) => Promise<void>

export async function createClient(server: ServerProcess, tool: string, work: Work): Promise<Client> {
  return server.kind.wire === 'http' ? createHttpClient(server, tool, work) : createStdioClient(server, work)
}

function createHttpClient({ kind, port }: ServerProcess, tool: string, work: Work): Client {
  const sessions: string[] = []
  const toLine = async (i: number): Promise<HttpLine | SessionLine> => {
    if (kind.revision === '2026') return HttpLine.open(port, toHeaders('2026', tool))
    sessions[i] ??= await openSession(port)
    const headers = toHeaders('2025', tool, sessions[i])
    if (tool === 'greet') return HttpLine.open(port, headers)
    return kind.program === 'fastmcp' ? SessionLine.openBeside(port, headers) : SessionLine.open(port, headers)
  }
  return {
    async open(callers) {
      const lines = await Promise.all(Array.from({ length: callers }, (_, i) => toLine(i)))
      await Promise.all(lines.map(work))
      return { lines, close: () => lines.forEach((line) => void line.close()) }
    },
  }
}

/** Its id; a floor has none. */
export async function openSession(port: number): Promise<string> {
  const opening = await HttpLine.open(port, toHeaders('2025', ''))
  const { head } = await opening.post(initialize(1))
  opening.close()
  const session = /\r\nmcp-session-id: *(\S+)/i.exec(head)?.[1] ?? 'none'
  const opened = await HttpLine.open(port, toHeaders('2025', '', session))
  if (session !== 'none') await opened.post(INITIALIZED)
  opened.close()
  return session
}

async function createStdioClient({ kind, stdin, stdout }: ServerProcess, work: Work): Promise<Client> {
  const line = new StdioLine(stdin, stdout)
  if (kind.revision === '2025') {
    await line.call(initialize)
    if (kind.program !== 'floor') line.send(INITIALIZED)
  }
  return {
    async open(callers) {
      await work(line)
      return { lines: Array.from({ length: callers }, () => line), close: () => {} }
    },
  }
}

/** Calls a tool that answers at once. */
export function greet(revision: '2025' | '2026'): Work {
  const call = toCall(revision, 'greet')
  return async (line) => expectGreeting(await line.call(call))
}

/** Calls a tool that asks, and accepts: in 2025 on the way, in 2026 by calling again until it is the answer that comes. */
export function answerQuestions(revision: '2025' | '2026', tool: string): Work {
  const call = toCall(revision, tool)
  return async (line) => {
    let reply = await line.call(call)
    for (let asked = readAsked(reply); asked !== undefined; asked = readAsked(reply)) {
      const inputResponses = Object.fromEntries(Object.keys(asked.inputRequests).map((key) => [key, ACCEPTED]))
      reply = await line.call(toCall('2026', tool, { inputResponses, requestState: asked.requestState }))
    }
    expectGreeting(reply)
  }
}

/** Returns the questions of a response, or `undefined` if it is the last one. */
export function readAsked(reply: string): { inputRequests: object; requestState: string } | undefined {
  return reply.includes('"resultType":"input_required"') ? JSON.parse(reply).result : undefined
}

export function expectGreeting(reply: string): void {
  if (!reply.includes('"text":"Hello, Ada."')) throw new Error(`expected a greeting, got ${reply}`)
}
