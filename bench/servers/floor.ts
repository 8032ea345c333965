import { asking, ready, settings } from './settings.ts'

interface Request {
  id: number
  method: string
  params: { name: string; arguments: { name: string }; requestState?: string }
}

/** What no server can do without: the message is read, and its answer written. Nothing is checked. */
function answer(text: string): string {
  const { id, params } = JSON.parse(text) as Request
  const questions = QUESTIONS.get(params.name) ?? 0
  const asked = params.requestState === undefined ? 0 : read(params.requestState).asked
  if (asked < questions) {
    const requestState = write({ asked: asked + 1, arguments: params.arguments })
    return JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'input_required', inputRequests, requestState } })
  }
  const content = [{ type: 'text', text: `Hello, ${params.arguments?.name}.` }]
  return JSON.stringify({ jsonrpc: '2.0', id, result: { resultType: 'complete', content } })
}

const QUESTIONS = new Map(asking)

const write = (state: object): string => (seals ? seal(JSON.stringify(state)) : JSON.stringify(state))

const read = (state: string): { asked: number } => JSON.parse(seals ? open(state) : state)

/** Whether it does what the revision asks of state that goes through a client's hands. */
const seals = process.env.SEALS !== undefined
// Loading it takes longer than all else that a floor does before its first answer.
const crypto = seals ? await import('node:crypto') : undefined
const key = crypto?.randomBytes(32)

function seal(text: string): string {
  const iv = crypto!.randomBytes(12)
  const cipher = crypto!.createCipheriv('aes-256-gcm', key!, iv)
  return Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]).toString('base64url')
}

function open(state: string): string {
  const sealed = Buffer.from(state, 'base64url')
  const decipher = crypto!.createDecipheriv('aes-256-gcm', key!, sealed.subarray(0, 12), { authTagLength: 16 })
  decipher.setAuthTag(sealed.subarray(-16))
  return decipher.update(sealed.subarray(12, -16), undefined, 'utf8') + decipher.final('utf8')
}

const inputRequests = {
  sure: {
    method: 'elicitation/create',
    params: {
      mode: 'form',
      message: 'Are you sure?',
      requestedSchema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    },
  },
}

async function serveHttp(): Promise<void> {
  const { createServer } = await import('node:http')
  const server = createServer((req, res) => {
    let body = ''
    req.setEncoding('utf8')
    req.on('data', (chunk: string) => {
      body += chunk
    })
    req.on('end', () => {
      const text = answer(body)
      res.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) })
      res.end(text)
    })
  })
  server.listen(settings.port, '127.0.0.1', ready)
}

function serveStdio(): void {
  let rest = ''
  process.stdin.setEncoding('utf8')
  process.stdin.on('data', (chunk: string) => {
    const lines = (rest + chunk).split('\n')
    rest = lines.pop()!
    for (const line of lines) process.stdout.write(`${answer(line)}\n`)
  })
  process.stdin.on('end', () => process.exit())
  ready()
}

if (process.env.SCHEMA === 'zod') await import('zod')
if (settings.wire === 'http') await serveHttp()
else serveStdio()
