import { appendFileSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { getRequestListener } from '@hono/node-server'
import { createAiRoutes } from '@sweatpants/framework/ai'
import { createChat } from '@sweatpants/framework/chat'
import type { Model } from '@sweatpants/framework/models'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { Hono } from 'hono'
import { tools } from './tools.ts'

/** A chat with a scripted model and a page, in a process that a test kills. */
const { STORE, PORT } = process.env as { STORE: string; PORT: string }

const CALLS: [RegExp, (...found: string[]) => { name: string; input: Record<string, string> }][] = [
  [/^book (\w+) to (\w+)/, (from, to) => ({ name: 'book_flight', input: { from: from!, to: to! } })],
  [/^wipe (\w+)/, (disk) => ({ name: 'wipe_disk', input: { disk: disk! } })],
  [/^poll/, () => ({ name: 'poll_friends', input: {} })],
]

/** Thinks aloud and slowly, unless it is told to call a tool or has called one. */
const model: Model = {
  id: 'scripted',
  async answer({ messages }, { signal, onPart }) {
    const said = [messages.at(-1)!.content].flat()
    const usage = { inputTokens: 10, outputTokens: 5 }
    const result = said.find((block) => block.type === 'tool_result')?.content[0]
    const text = said.find((block) => block.type === 'text')?.text ?? ''
    for (const [pattern, toCall] of result === undefined ? CALLS : []) {
      const found = pattern.exec(text)
      if (found === null) continue
      const content = { type: 'tool_use' as const, id: 'call', ...toCall(...found.slice(1)) }
      return { content: [content], model: 'scripted', stopReason: 'toolUse', usage }
    }
    const words = result?.type === 'text' ? [`It came to this: ${result.text}`] : numbered
    const isKilledHere = isToBeKilled(text)
    if (words === numbered) onPart?.({ type: 'reasoning', text: 'Let me think.' })
    for (const [index, word] of words.entries()) {
      if (words === numbered) await sleep(40, undefined, { signal })
      if (/fail/.test(text) && index === 5) throw new Error('the provider broke down')
      if (index === 20 && isKilledHere) await sleep(60_000, undefined, { signal })
      onPart?.({ type: 'text', text: word })
    }
    const thought = words === numbered ? [{ type: 'reasoning' as const, text: 'Let me think.' }] : []
    const content = [...thought, { type: 'text' as const, text: words.join('') }]
    return { content, model: 'scripted', stopReason: 'endTurn', usage }
  },
}

/** Whether the model stops in the middle until the process is killed; the next process writes all of it. */
function isToBeKilled(text: string): boolean {
  const { WORLD } = process.env as { WORLD: string }
  if (!text.startsWith('think until killed') || readFileSync(WORLD, 'utf8').includes(text)) return false
  appendFileSync(WORLD, `${text}\n`)
  return true
}

const numbered = Array.from({ length: 40 }, (_, index) => `word${index} `)

const chat = await createChat({ store: createSqliteStore(STORE), tools: [...tools], models: [model], leaseTtl: 1_000 })
const html = `<!doctype html><meta charset=utf-8><title>Test</title><link rel=icon href=data:,><main></main>
<script type=module src=/page.js></script>`
const script = { 'content-type': 'text/javascript' }
const app = new Hono()
  .get('/', (context) => context.html(html))
  .get('/page.js', ({ body }) => body(readFileSync('dist/page.js'), 200, script))
  .route('/', createAiRoutes(chat))
  .route('/', createAiRoutes(chat, { path: '/api/older-ai', version: 6 }))
  .route('/', chat.routes)
createServer(getRequestListener(app.fetch)).listen(Number(PORT), '127.0.0.1', () => console.log('listening'))
