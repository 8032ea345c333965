import { spawn } from 'node:child_process'
import { createServer } from 'vite'

// The server starts again when a file of it changes. Conversations are in the store, so they go on, open questions too.
const server = spawn(process.execPath, ['--watch', 'src/server.ts'], { stdio: 'inherit' })
process.on('exit', () => server.kill())

const page = await createServer()
await page.listen()
page.printUrls()
