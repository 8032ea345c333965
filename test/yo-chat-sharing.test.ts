import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { findViolations } from './accessibility.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

test('a conversation is exported, and shared by a link that only reads and can be turned off', async () => {
  const person = await stage.visit()
  const { page } = person
  const text = '<img src=x onerror=alert(1)> melons & figs, **ripe**'
  await person.say(`Say: ${text}`)
  await person.hears('melons & figs')
  await person.call('calculator', { expression: '6 * 7' })
  await person.hears('42')
  await page
    .getByRole('navigation', { name: 'Conversations' })
    .getByRole('link', { name: /melons/ })
    .hover()
  await person.press(/^More for Say: /)
  await page.getByRole('menuitem', { name: 'Share and export' }).click()
  const dialog = page.getByRole('dialog', { name: 'Share and export' })
  await dialog.waitFor()
  expect(await findViolations(page)).toEqual([])

  const files: Record<string, string> = {}
  for (const name of ['Markdown', 'HTML', 'JSON']) {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('link', { name, exact: true }).click(),
    ])
    files[name] = readFileSync(await download.path(), 'utf8')
  }
  expect(files.Markdown).toContain(`## You\n\nSay: ${text}`)
  expect(files.Markdown).toContain('**Tool `calculator`**')
  expect(files.HTML).toContain('&lt;img src=x onerror=alert(1)&gt; melons &amp; figs')
  expect(files.HTML).not.toContain('<img')
  expect(JSON.parse(files.JSON!).messages).toMatchObject([
    { role: 'user' },
    { role: 'assistant', text },
    { role: 'user' },
    { role: 'assistant', calls: [{ tool: 'calculator', arguments: { expression: '6 * 7' } }] },
    { role: 'assistant' },
  ])

  const link = dialog.getByRole('switch', { name: 'Share with a link' })
  expect(await link.getAttribute('aria-checked')).toBe('false')
  await link.click()
  const url = await dialog.getByRole('link', { name: /\/shared\// }).getAttribute('href')
  expect(url).toMatch(/\/shared\/[\w-]{32}$/)
  const read = await fetch(url!)
  expect(read.headers.get('x-robots-tag')).toContain('noindex')
  expect(read.headers.get('content-security-policy')).toContain("default-src 'none'")
  const shared = await read.text()
  expect(shared).toContain('onerror=alert(1)&gt; melons &amp; figs, <strong>ripe</strong>')
  expect(shared).toContain('Used the tool calculator')
  expect(shared).not.toContain('<pre')
  expect(files.HTML).toContain('<pre')
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    expect((await fetch(url!, { method })).status).toBe(405)
  }
  const reader = await page.context().newPage()
  await reader.goto(url!)
  expect(await findViolations(reader)).toEqual([])
  await reader.close()
  await link.click()
  await dialog.getByRole('link', { name: /\/shared\// }).waitFor({ state: 'detached' })
  expect((await fetch(url!)).status).toBe(404)
  expect((await fetch(`${stage.url}shared/${'a'.repeat(32)}`)).status).toBe(404)
})

test('instructions and a temperature belong to a conversation', async () => {
  const person = await stage.visit()
  const { page } = person
  await person.say('Say: begin')
  await person.hears('begin')
  const open = async () => {
    await page.getByRole('link', { name: /^Say: begin/ }).hover()
    await person.press('More for Say: begin')
    await page.getByRole('menuitem', { name: 'Instructions' }).click()
  }
  await open()
  expect(await findViolations(page)).toEqual([])
  await page.getByRole('textbox', { name: 'What should the model know or do' }).fill('You are a gardener.')
  await page.getByRole('spinbutton', { name: 'Temperature' }).fill('0.5')
  await person.press('Save')
  await person.say('Who')
  await person.hears('You are a gardener.')
  await page.reload()
  await person.hears('You are a gardener.')
  await open()
  expect(await page.getByRole('spinbutton', { name: 'Temperature' }).inputValue()).toBe('0.5')
})
