import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMcpTool } from '@sweatpants/framework'
import { createJwtAuth, serveMcp } from '@sweatpants/framework/mcp'
import type { Locator } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { findViolations } from '../accessibility.ts'
import { findFreePort } from '../create-sweatpants/free-port.ts'
import { findBuiltPage } from '../yo-chat/built-page.ts'
import { MortalServer } from '../yo-chat/mortal-server.ts'
import { Person } from '../yo-chat/person.ts'
import { useBrowser } from '../yo-chat/use-browser.ts'
import { NotInstallableError } from './install.ts'
import { startAuthorizationServer } from './sign-in/authorization-server.ts'

const browser = useBrowser()

/** An MCP server that takes tokens of the authorization server only. */
async function serveNotes(issuer: string): Promise<string> {
  const read = createMcpTool('read_notes')
    .description('Read the notes')
    .execute(function* () {
      return 'Buy milk.'
    })
    .build()
  const write = createMcpTool('write_note')
    .description('Write a note')
    .parameters(z.object({ text: z.string() }))
    .annotations({ destructiveHint: true })
    .execute(function* ({ text }) {
      return `Wrote: ${text}`
    })
    .build()
  // Tokens are for its address, so it is chosen before.
  const port = await findFreePort()
  const audience = `http://127.0.0.1:${port}/mcp`
  const auth = createJwtAuth({
    issuer,
    audience,
    jwks: new URL(`${issuer}/jwks`),
    requiredScopes: ['notes:read'],
    scopesFor: (name) => (name === 'write_note' ? ['notes:write'] : []),
  })
  const server = serveMcp({ name: 'notes', version: '1.0.0', tools: [read, write], auth })
  const listening = await server.listen({ port })
  onTestFinished(async () => {
    await Promise.all([server.close(), listening.close()])
  })
  return audience
}

async function startChat(): Promise<{ chat: MortalServer; store: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'sign-in-'))
  const store = join(folder, 'store.db')
  const chat = new MortalServer({ store, dist: await findBuiltPage() })
  await chat.start()
  onTestFinished(async () => {
    await chat.kill()
    rmSync(folder, { recursive: true, force: true })
  })
  return { chat, store }
}

/** What a person does with the server in the list of servers. */
class ServerList {
  readonly #person: Person
  readonly #url: string

  constructor(person: Person, url: string) {
    this.#person = person
    this.#url = url
  }

  get item(): Locator {
    return this.#person.page.getByRole('dialog').getByRole('listitem').filter({ hasText: this.#url }).first()
  }

  open(): Promise<void> {
    return this.#person.press(/^MCP servers/)
  }

  async add(): Promise<void> {
    await this.open()
    await this.#person.page.getByRole('textbox', { name: 'Address of a server' }).fill(this.#url)
    await this.#person.press('Add')
  }

  /** Leaves the page for that of the authorization server. */
  async leave(): Promise<void> {
    const { page } = this.#person
    await this.item.getByRole('button', { name: /^Sign in to/ }).click()
    await page.getByRole('button', { name: /Sign-in|Continue/ }).waitFor()
  }

  /** Signs in there, if the browser is not signed in yet, and allows the access. */
  async arrive(): Promise<void> {
    const { page } = this.#person
    const submit = page.getByRole('button', { name: /Sign-in|Continue/ })
    if ((await submit.textContent()) === 'Sign-in') {
      await page.getByPlaceholder('Enter any login').fill('ada')
      await page.getByPlaceholder('and password').fill('any')
      await submit.click()
    }
    await page.getByRole('button', { name: 'Continue' }).click()
    await this.item.getByText(/Signed in at/).waitFor()
  }
}

test('a person signs in to a server in the chat, with a real authorization server', {
  timeout: 120_000,
}, async (context) => {
  const issuer = await startAuthorizationServer().catch((error: unknown) =>
    error instanceof NotInstallableError ? context.skip(error.message) : Promise.reject(error),
  )
  onTestFinished(() => issuer[Symbol.asyncDispose]())
  const url = await serveNotes(issuer.issuer)
  const { chat, store } = await startChat()
  const page = await browser.open(chat.url)
  // The pages of the authorization server load a font from the internet.
  await page.context().route(/fonts\.googleapis/, (route) => route.abort())
  const received: string[] = []
  page.on('response', async (response) => {
    if (response.url().startsWith(chat.url)) received.push(await response.text().catch(() => ''))
  })
  const person = new Person(page)
  const servers = new ServerList(person, url)
  const card = (tool: string) => person.card(tool)

  // The server asks for a sign-in. The app is killed while the person is away, and takes the redirect after it.
  await servers.add()
  await servers.item.getByText('Needs sign-in').waitFor()
  expect(await findViolations(page)).toEqual([])
  await servers.leave()
  await chat.kill()
  await chat.start()
  await servers.arrive()
  await servers.item.getByText('Connected').waitFor()
  expect(issuer.grants).toEqual(['authorization_code'])
  expect(page.url()).toBe(chat.url)
  expect(await findViolations(page)).toEqual([])
  await person.press('Close')

  // A tool that may destroy something always asks; another one can be allowed for good.
  await person.call('write_note', { text: 'Feed the cat' })
  const allow = card('write_note').getByRole('button', { name: 'Allow', exact: true })
  await allow.waitFor()
  expect(await card('write_note').getByRole('button', { name: 'Always allow' }).count()).toBe(0)

  // It needs more than was granted: the call waits while the person signs in once more, in another tab.
  await allow.click()
  await card('write_note')
    .getByText(/Sign in to .* first, with the scope "notes:write"\./)
    .waitFor()
  expect(await findViolations(page)).toEqual([])
  // From now on every access token is too old when it comes, and is refreshed before it is sent.
  issuer.lifetime = 5
  const [away] = await Promise.all([
    page.context().waitForEvent('page'),
    card('write_note').getByRole('link', { name: 'Open page' }).click(),
  ])
  await new ServerList(new Person(away), url).arrive()
  await away.close()
  await person.hears(/It came to this: .*Wrote: Feed the cat/)
  expect(issuer.grants.slice(0, 3)).toEqual(['authorization_code', 'authorization_code', 'refresh_token'])

  // "Always allow" is remembered, shown, and taken back.
  await person.call('read_notes', {})
  await card('read_notes').getByRole('button', { name: 'Always allow' }).click()
  await person.hears(/It came to this: .*Buy milk/)
  await person.call('read_notes', {})
  await expect.poll(() => person.answer(/It came to this: .*Buy milk/).count()).toBe(2)
  await servers.open()
  await servers.item.getByText(/^Tools: /).click()
  const always = servers.item.getByRole('checkbox', { name: 'Always allow read_notes' })
  expect(await always.isChecked()).toBe(true)
  await always.click()
  await expect.poll(() => always.isChecked()).toBe(false)
  expect(await findViolations(page)).toEqual([])
  await servers.item.getByRole('switch', { name: 'Use write_note' }).click()
  await expect
    .poll(() => servers.item.getByRole('switch', { name: 'Use write_note' }).getAttribute('aria-checked'))
    .toBe('false')
  await person.press('Close')

  // The authorization server revokes the refresh token: the person is asked to sign in again.
  await issuer.revoke()
  await person.call('read_notes', {})
  await card('read_notes').getByRole('button', { name: 'Allow', exact: true }).click()
  await card('read_notes')
    .getByText(/Sign in to .* first/)
    .waitFor()
  await person.press('Decline')
  await card('read_notes')
    .getByText(/sign in to .* first/)
    .waitFor()
  await servers.open()
  await servers.item.getByText('Needs sign-in').waitFor()
  issuer.lifetime = 3600
  await servers.leave()
  await servers.arrive()
  await servers.item.getByRole('button', { name: /^Sign out of/ }).click()
  await servers.item.getByText('Needs sign-in').waitFor()

  // No token reaches the page, or the store in clear.
  const kept = ['', '-wal'].map((suffix) => readFileSync(`${store}${suffix}`, 'latin1')).join('')
  expect(issuer.tokens.length).toBeGreaterThan(5)
  for (const token of issuer.tokens) expect(kept.includes(token) || received.join().includes(token)).toBe(false)
})
