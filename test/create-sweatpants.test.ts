import { globSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from './accessibility.ts'
import { launchChromium } from './chromium.ts'
import { findFreePort } from './create-sweatpants/free-port.ts'
import { env, run } from './create-sweatpants/run.ts'
import { startProject } from './create-sweatpants/started-project.ts'
import { packTarballs } from './third-party/tarballs.ts'

// The first steps of a new user, with the tarballs that they would install.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

const root = join(import.meta.dirname, '..')
const INSTALL = ['install', '--no-audit', '--no-fund', '--prefer-offline']
let scratch = ''
let project = ''
let told = ''

const readJson = async (path: string) => JSON.parse(await readFile(path, 'utf8'))

beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'create-sweatpants-'))
  const { 'demo-model': demo, framework, inspector, 'create-sweatpants': create } = await packTarballs()
  const desk = join(scratch, 'desk')
  project = join(desk, 'dinner')
  await mkdir(desk)
  await writeFile(join(desk, 'package.json'), '{ "private": true }')
  await run('npm', [...INSTALL, create], desk)
  told = await run(join(desk, 'node_modules/.bin/create-sweatpants'), ['dinner'], desk)

  const manifest = await readJson(join(project, 'package.json'))
  manifest.dependencies['@sweatpants/framework'] = `file:${framework}`
  manifest.dependencies['@sweatpants/demo-model'] = `file:${demo}`
  manifest.devDependencies['@sweatpants/inspector'] = `file:${inspector}`
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest))
  await run('npm', INSTALL, project)
})
afterAll(() => rm(scratch, { recursive: true, force: true }))

test('create-sweatpants prints the next commands, and refuses a folder that is not empty', async () => {
  expect(told).toMatch(/cd dinner\n +npm install\n/)
  const scripts = [...told.matchAll(/npm (?:run )?(test|dev|start)\b/g)].map(([, script]) => script)
  expect(Object.keys((await readJson(join(project, 'package.json'))).scripts)).toEqual(expect.arrayContaining(scripts))
  const again = run(join(scratch, 'desk/node_modules/.bin/create-sweatpants'), ['dinner'], join(scratch, 'desk'))
  await expect(again).rejects.toThrow(/create-sweatpants: .*dinner is not empty/)
})

test('the types and the test of a new project pass', async () => {
  expect(await run('npm', ['test'], project)).toMatch(/3 passed/)
})

test('npm run inspect of a new project serves the inspector, and names its package if that is not installed', async () => {
  await using inspector = await startProject(project, { script: 'inspect', says: /Inspecting .* at (http\S+)/ })
  const { tools } = (await (await fetch(`${inspector.url}/api/project`)).json()) as { tools: { name: string }[] }
  expect(tools.map(({ name }) => name)).toEqual(['plan_dinner'])
  expect(await (await fetch(`${inspector.url}/page.js`)).text()).toContain('Sweatpants inspector')

  const installed = join(project, 'node_modules/@sweatpants/inspector')
  await rename(installed, `${installed}-away`)
  try {
    const command = run('npx', ['sweatpants', 'dev', 'src/tools/index.ts'], project)
    await expect(command).rejects.toThrow('npm i -D @sweatpants/inspector')
  } finally {
    await rename(`${installed}-away`, installed)
  }
})

test('the page of a new project asks the question of its tool, also after a restart of the server', async () => {
  await using browser = await launchChromium()
  const page = await browser.newPage({ colorScheme: 'dark', reducedMotion: 'reduce' })
  page.setDefaultTimeout(20_000)
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()))

  await using first = await startProject(project)
  await page.goto(first.url)
  await page.getByRole('textbox', { name: 'Message' }).fill('Plan a vegetarian dinner for 4')
  await page.getByRole('textbox', { name: 'Message' }).press('Enter')
  const call = page.getByRole('region', { name: 'Tool plan_dinner' })
  const offered = call.getByRole('strong').last()
  await offered.waitFor()
  const refused = await offered.textContent()
  await call.getByRole('button', { name: 'Something else' }).last().click()
  await expect.poll(() => offered.textContent()).not.toBe(refused)
  const agreed = await offered.textContent()
  expect(await findViolations(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  expect(await findViolations(page)).toEqual([])
  expect(errors).toEqual([])

  await first.stop()
  await using _second = await startProject(project, { port: Number(new URL(first.url).port) })
  await page.reload()
  expect(await offered.textContent()).toBe(agreed)
  await call.getByRole('button', { name: 'Cook it' }).last().click()
  await page.getByRole('article', { name: 'Answer' }).filter({ hasText: '(demo model, offline)' }).waitFor()
  expect(await call.getByRole('definition').allTextContents()).toEqual([
    'yes',
    agreed,
    '4',
    '1',
    expect.stringMatching(/^4 × /),
  ])
})

test('the dev script serves the page with the server behind it', async () => {
  await using dev = await startProject(project, { script: 'dev', port: await findFreePort(), says: /Local: +(\S+)/ })
  expect(await (await fetch(dev.url)).text()).toContain('main.tsx')
  const headers = { 'content-type': 'application/json' }
  // The server starts beside the page.
  const begin = () => fetch(new URL('/api/chat/sessions', dev.url), { method: 'POST', headers, body: '{}' })
  await expect.poll(async () => (await begin()).status, { timeout: 20_000 }).toBe(201)
})

test.each(['http', 'stdio'])('the tool of a new project is served over MCP, by %s', async (wire) => {
  await using server = wire === 'http' ? await startProject(project) : undefined
  const transport =
    server === undefined
      ? new StdioClientTransport({
          command: 'npm',
          args: ['--silent', '--prefix', project, 'run', 'mcp'],
          env: env as Record<string, string>,
          stderr: 'ignore',
        })
      : new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`))
  const client = new Client({ name: 'test', version: '1' }, { capabilities: { elicitation: { form: {} } } })
  const asked: string[] = []
  client.setRequestHandler('elicitation/create', async ({ params }) => {
    asked.push(params.message)
    return { action: 'accept', content: { answer: asked.length === 1 ? 'something else' : 'cook it' } }
  })
  await client.connect(transport)
  const { content } = await client.callTool({
    name: 'plan_dinner',
    arguments: { people: 2, diet: 'vegan' },
  })
  await client.close()
  const [block] = content
  expect(JSON.parse(block?.type === 'text' ? block.text : '')).toMatchObject({ planned: true, people: 2 })
  expect(asked).toEqual([expect.stringMatching(/^How about /), expect.stringMatching(/^How about /)])
})

test('a new project depends on the versions that the repository is tested with', async () => {
  const manifests = await Promise.all(
    globSync(['package.json', '{packages,apps}/*/package.json'], { cwd: root }).map((path) =>
      readJson(join(root, path)),
    ),
  )
  const used = new Map<string, string>(manifests.map(({ name, version }) => [name, version]))
  for (const { dependencies = {}, devDependencies = {} } of manifests) {
    for (const [name, version] of Object.entries<string>({ ...dependencies, ...devDependencies }))
      used.set(name, version)
  }
  const template = await readJson(join(root, 'packages/create-sweatpants/template/package.json'))
  const wanted: Record<string, string> = { ...template.dependencies, ...template.devDependencies }
  expect(wanted).toEqual(Object.fromEntries(Object.keys(wanted).map((name) => [name, used.get(name)])))
})
