export {}







































import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { createChat } from '@sweatpants/framework/chat'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'
import { tools } from './tool.ts'

const { STORE = 'chat.db', PORT = '3000' } = process.env
// After `leaseTtl` milliseconds a killed process counts as dead, and the next one goes on.
const chat = await createChat({ store: createSqliteStore(STORE), tools: [...tools], leaseTtl: 2_000 })

const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>useChat</title>
<main></main>
<script type="module" src="/page.js"></script>
</html>`

const server = createServer((request, response) => {
  if (request.url?.startsWith('/api/chat')) return chat.listener(request, response)
  const isScript = request.url === '/page.js'
  response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
  response.end(isScript ? readFileSync('dist/page.js') : html)
})
server.listen(Number(PORT), '127.0.0.1', () => console.log(`http://127.0.0.1:${PORT}, process ${process.pid}`))
