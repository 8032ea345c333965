import { type ChildProcess, spawn } from 'node:child_process'
import { cp, mkdtemp, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { type Watched, watchOutput } from '../watch-output.ts'

/** A folder outside the checkout with the files of `published/`, in which installed packages are found. */
export interface Place extends AsyncDisposable {
  folder: string
  /** Runs the command of an installed package, or a file of the folder, with this Node. */
  start(node: string, command: string, args?: readonly string[], env?: Record<string, string>): Watched & Disposable
  /** Connects the official client to such a command over stdio. The client answers each form with the name Ada. */
  connect(node: string, command: string, args?: readonly string[], env?: Record<string, string>): Promise<Client>
}

export async function openPlace(installed: string): Promise<Place> {
  const folder = await mkdtemp(join(tmpdir(), 'sweatpants-published-'))
  await cp(join(import.meta.dirname, 'published'), folder, { recursive: true })
  await symlink(join(installed, 'node_modules'), join(folder, 'node_modules'), 'junction')
  const toPath = (command: string) => (command.includes('.') ? command : join('node_modules/.bin', command))
  // Nothing of this machine is a model, and nothing is stored in its home folder.
  const alone = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    NODE_NO_WARNINGS: '1',
    OLLAMA_BASE_URL: 'http://127.0.0.1:9',
  }
  const children: ChildProcess[] = []
  return {
    folder,
    start(node, command, args = [], env = {}) {
      const child = spawn(node, [toPath(command), ...args], {
        cwd: folder,
        env: { ...alone, ...env },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      children.push(child)
      return { ...watchOutput(child), [Symbol.dispose]: () => void child.kill('SIGKILL') }
    },
    async connect(node, command, args = [], env = {}) {
      const transport = { command: node, args: [toPath(command), ...args], cwd: folder, env: { ...alone, ...env } }
      const client = createClient()
      await client.connect(new StdioClientTransport({ ...transport, stderr: 'ignore' }))
      return client
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) child.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** The official client of the revision that most hosts speak. */
export function createClient(): Client {
  const client = new Client(
    { name: 'published-test', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  )
  client.setRequestHandler('elicitation/create', async () => ({ action: 'accept', content: { name: 'Ada' } }))
  return client
}
