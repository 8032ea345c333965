import { setTimeout as delay } from 'node:timers/promises'

const META = 'io.modelcontextprotocol/'

interface Task {
  taskId: string
  status: string
  result?: { content: { text: string }[] }
}

/** Sends an MCP request of a client that can run tasks, again if the node that takes it dies. */
async function request(
  url: string,
  method: string,
  params: { name?: string; taskId?: string; arguments?: object },
  key: string,
) {
  const meta = {
    [`${META}protocolVersion`]: '2026-07-28',
    [`${META}clientCapabilities`]: { extensions: { [`${META}tasks`]: {} } },
    'dev.sweatpants/idempotencyKey': key,
  }
  const response = await insist(`${url}/mcp`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-user': 'carol',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      'mcp-name': params.name ?? params.taskId ?? '',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { ...params, _meta: meta } }),
  })
  const { result, error } = (await response.json()) as { result?: Task; error?: { message: string } }
  if (result === undefined) throw new Error(`${method}: ${error?.message}`)
  return result
}

/** An employee hands in an expense. Resolves to the id of the task. */
export async function claim(url: string, key: string): Promise<string> {
  const params = { name: 'expense', arguments: { amount: 300, purpose: 'a chair' } }
  return (await request(url, 'tools/call', params, key)).taskId
}

/** Resolves to the result as JSON, or to `undefined` while there is none. */
export async function readResult(url: string, taskId: string): Promise<string | undefined> {
  const task = await request(url, 'tasks/get', { taskId }, taskId)
  return task.status === 'working' ? undefined : (task.result?.content[0]?.text ?? JSON.stringify(task))
}

/** A manager opens the link of a mail, and sends its form. */
export async function answerByLink(link: string): Promise<void> {
  const page = await (await insist(link)).text()
  // A node may have died after it had stored the answer: then the form is gone.
  if (!page.includes('name="field.ok"')) return
  const body = new URLSearchParams({ action: 'accept', 'field.ok': 'on' })
  await insist(link, { method: 'POST', body })
}

/** A manager answers the newest question in the inbox. */
export async function answerInInbox(url: string, name: string): Promise<void> {
  const headers = { 'x-user': name, 'content-type': 'application/json' }
  const { questions } = (await (await insist(`${url}/api/inbox`, { headers })).json()) as {
    questions: { id: string; digest: string }[]
  }
  const [question] = questions
  if (question === undefined) throw new Error(`the inbox of ${name} is empty`)
  const answer = { answer: { action: 'accept', content: { ok: true } }, digest: question.digest, commandId: name }
  const sent = { method: 'POST', headers, body: JSON.stringify(answer) }
  const { status } = await insist(`${url}/api/inbox/${question.id}/answers`, sent)
  if (status !== 202) throw new Error(`the answer of ${name} got ${status}`)
}

/** The bank reports that the money has arrived. */
export async function reportPayment(url: string, reference: string): Promise<void> {
  const headers = { 'content-type': 'application/json', 'idempotency-key': reference }
  const { status } = await insist(url, { method: 'POST', headers, body: JSON.stringify({ reference }) })
  if (status !== 202) throw new Error(`the signal got ${status}`)
}

/** Milliseconds for which a node may take to answer. */
const PATIENCE = 10_000

/** Sends a request until a node answers it: each may die while it does. */
async function insist(url: string, init: RequestInit = {}): Promise<Response> {
  for (;;) {
    try {
      const signal = AbortSignal.timeout(PATIENCE)
      return await fetch(url, { ...init, signal, headers: { ...init.headers, connection: 'close' } })
    } catch {
      await delay(50)
    }
  }
}
