import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { packTarballs } from '../third-party/tarballs.ts'
import { env, run } from './run.ts'

const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline']

export const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

export interface NewProject extends AsyncDisposable {
  folder: string
  /** What create-sweatpants printed. */
  told: string
  /** Runs create-sweatpants again, in the folder above the project. */
  createAgain(): Promise<string>
}

/** The first steps of a new user: a project of this variant, installed with the tarballs of the packages. */
export async function createInstalled(variant: string): Promise<NewProject> {
  const desk = await mkdtemp(join(tmpdir(), 'create-sweatpants-'))
  const { 'demo-model': demo, framework, inspector, 'create-sweatpants': create } = await packTarballs()
  const folder = join(desk, 'dinner')
  await mkdir(desk, { recursive: true })
  await writeFile(join(desk, 'package.json'), '{ "private": true }')
  await run('npm', [...INSTALL, create], desk)
  const createAgain = () =>
    run(join(desk, 'node_modules/.bin/create-sweatpants'), ['dinner', '--variant', variant], desk)
  const told = await createAgain()

  const manifest = await readJson(join(folder, 'package.json'))
  manifest.dependencies['@sweatpants/framework'] = `file:${framework}`
  manifest.dependencies['@sweatpants/demo-model'] = `file:${demo}`
  manifest.devDependencies['@sweatpants/inspector'] = `file:${inspector}`
  await writeFile(join(folder, 'package.json'), JSON.stringify(manifest))
  await run('npm', INSTALL, folder)
  return { folder, told, createAgain, [Symbol.asyncDispose]: () => rm(desk, { recursive: true, force: true }) }
}

/** Calls the tool of a new project over MCP, at this address or through its script `mcp`. Returns its result and the questions. */
export async function planDinnerOverMcp({ folder, url }: { folder: string; url?: string | undefined }) {
  const transport =
    url === undefined
      ? new StdioClientTransport({
          command: 'npm',
          args: ['--silent', '--prefix', folder, 'run', 'mcp'],
          env: env as Record<string, string>,
          stderr: 'ignore',
        })
      : new StreamableHTTPClientTransport(new URL(url))
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { answer: asked.length === 1 ? 'something else' : 'cook it' } }
  })
  await client.connect(transport)
  const { content } = await client.callTool({ name: 'plan_dinner', arguments: { people: 2, diet: 'vegan' } })
  await client.close()
  const [block] = content
  return { asked, result: JSON.parse(block?.type === 'text' ? block.text : '') }
}
