import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findViolations } from './accessibility.ts'
import { findBuiltPage } from './yo-chat/built-page.ts'
import { MortalServer } from './yo-chat/mortal-server.ts'
import { useStage } from './yo-chat/stage.ts'

const stage = useStage()

const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A picture of this many bytes: those after its end are not shown. */
const picture = (name: string, size: number) => {
  const start = Buffer.from(PIXEL, 'base64')
  return { name, mimeType: 'image/png', buffer: Buffer.concat([start, Buffer.alloc(size - start.length, 7)]) }
}

const textFile = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** The field that the button for files opens. */
const fileField = (page: { locator(selector: string): Locator }) => page.locator('input[type=file]')

const chipsOf = (page: Page) => page.getByRole('list', { name: 'Attached files' }).getByRole('listitem')

const isShown = (image: Locator): Promise<boolean> =>
  image.evaluate((element: HTMLImageElement) => element.complete && element.naturalWidth > 0)

test('files that are chosen, pasted and dropped are kept with the draft, sent, shown and deleted', async () => {
  const person = await stage.visit()
  const { page } = person
  const chips = chipsOf(page)
  await fileField(page).setInputFiles([
    textFile('notes.md', '# Milk'),
    picture('photo.png', 40_000),
    textFile('page.html', `<script>document.title = 'run'</script>${' '.repeat(20_000)}`),
    { name: 'large.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(5 * 1024 ** 2) },
    { name: 'letter.doc', mimeType: 'application/msword', buffer: Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0]) },
  ])
  await chips.filter({ hasText: 'large.pdf' }).getByText('This file is 5 MB. The limit is 4 MB.').waitFor()
  await chips
    .filter({ hasText: 'letter.doc' })
    .getByText(/^This type of file cannot be read/)
    .waitFor()
  await person.messageBox.press('Enter')
  expect(await page.getByText('You said').count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  await person.press('Remove large.pdf')
  await person.press('Remove letter.doc')

  for (const [event, name] of [
    ['paste', 'pasted.png'],
    ['drop', 'dropped.txt'],
  ] as const) {
    await person.messageBox.evaluate(
      (box, { event, name, pixel }) => {
        const bytes = Uint8Array.from(atob(pixel), (byte) => byte.charCodeAt(0))
        const data = new DataTransfer()
        data.items.add(new File([event === 'paste' ? bytes : 'Bread'], name))
        const init = { bubbles: true, cancelable: true }
        box.dispatchEvent(
          event === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data }),
        )
      },
      { event, name, pixel: PIXEL },
    )
    await chips.filter({ hasText: name }).waitFor()
  }
  await person.messageBox.fill('Describe')
  await page.reload()
  await expect.poll(() => chips.count()).toBe(5)
  expect(await person.messageBox.inputValue()).toBe('Describe')

  await person.pick('Model', 'Demo model (offline)')
  const warning = 'Demo model (offline) cannot see images. Choose another model.'
  await chips.filter({ hasText: 'photo.png' }).getByText(warning).waitFor()
  await person.messageBox.press('Enter')
  expect(await chips.count()).toBe(5)
  await person.pick('Model', 'obedient (test)')
  await person.messageBox.press('Enter')
  await person.hears('“notes.md: # Milk”, image/png')
  await person.hears('image/png, “dropped.txt: Bread”, “Describe”')
  expect(await chips.count()).toBe(0)

  await page.reload()
  const sent = page.getByRole('list', { name: 'Attachments' })
  const photo = sent.getByRole('img', { name: 'photo.png' })
  await expect.poll(() => isShown(photo)).toBe(true)
  expect(await isShown(sent.getByRole('img', { name: 'pasted.png' }))).toBe(true)
  expect(await chips.count()).toBe(0)
  expect(await findViolations(page)).toEqual([])
  const address = await sent.getByRole('link', { name: /^page\.html/ }).evaluate((link: HTMLAnchorElement) => link.href)
  const reply = await page.request.get(address.replace('application%2Foctet-stream', 'text%2Fhtml'))
  expect(reply.headers()).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': "attachment; filename*=UTF-8''page.html",
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })

  await person.press('Edit and send again')
  await page.getByRole('textbox', { name: 'Edit your message' }).fill('Again: Describe')
  await person.press('Send again')
  await person.hears('image/png, “dropped.txt: Bread”, “Again: Describe”')

  await page.getByRole('navigation', { name: 'Conversations' }).getByRole('link').first().hover()
  await page.getByRole('button', { name: /^More/ }).first().click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await person.sees('What would you like to do?')
  expect((await page.request.get(address)).status()).toBe(404)
})

test('a dropped folder is shown as unreadable, and the file beside it can be sent', async () => {
  const person = await stage.visit()
  const chips = chipsOf(person.page)
  await person.messageBox.evaluate((box) => {
    const read = File.prototype.arrayBuffer
    File.prototype.arrayBuffer = function () {
      return this.name === 'folder' ? Promise.reject(new DOMException('', 'NotFoundError')) : read.call(this)
    }
    const dataTransfer = new DataTransfer()
    for (const name of ['folder', 'notes.md']) dataTransfer.items.add(new File(['# Milk'], name))
    box.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  await chips.filter({ hasText: 'folder' }).getByText('This file cannot be read.').waitFor()
  await person.press('Remove folder')
  await person.say('Describe')
  await person.hears('“notes.md: # Milk”, “Describe”')
})

test('text that is pasted with a picture of it is pasted as text', async () => {
  const person = await stage.visit()
  const isLeftToBrowser = await person.messageBox.evaluate((box) => {
    const clipboardData = new DataTransfer()
    clipboardData.items.add('A1\tB1', 'text/plain')
    clipboardData.items.add(new File(['pixels'], 'image.png', { type: 'image/png' }))
    return box.dispatchEvent(new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }))
  })
  expect(isLeftToBrowser).toBe(true)
  expect(await chipsOf(person.page).count()).toBe(0)
})

test('a message that was not accepted is in the box again after a reload of its tab, with its files', async () => {
  const person = await stage.visit()
  const { page, messageBox } = person
  await page.route('**/api/chat/sessions', (route) =>
    route.request().method() === 'POST' ? undefined : route.continue(),
  )
  await person.say('Say: hello')
  await page.getByText('Sending…').waitFor()
  await page.reload()
  await expect.poll(() => messageBox.inputValue()).toBe('Say: hello')
  await page.unroute('**/api/chat/sessions')
  await messageBox.press('Enter')
  await person.hears('hello')

  await page.route('**/commands', () => {})
  await fileField(page).setInputFiles([textFile('notes.md', '# Milk')])
  await chipsOf(page).getByText('notes.md').waitFor()
  await person.say('Read this')
  await page.getByText('Sending…').waitFor()
  expect([await messageBox.inputValue(), await chipsOf(page).count()]).toEqual(['', 0])
  await messageBox.fill('and Describe')
  const beside = await stage.visitBeside(person)
  await beside.hears('hello')
  expect([await beside.messageBox.inputValue(), await chipsOf(beside.page).count()]).toEqual(['and Describe', 0])
  await beside.page.close()

  await page.reload()
  await chipsOf(page).getByText('notes.md').waitFor()
  await expect.poll(() => messageBox.inputValue()).toBe('Read this\n\nand Describe')
  await page.unroute('**/commands')
  await messageBox.press('Enter')
  await person.hears('“notes.md: # Milk”, “Read this and Describe”')
  await page.reload()
  await person.hears('“notes.md: # Milk”')
  expect([await messageBox.inputValue(), await chipsOf(page).count()]).toEqual(['', 0])
})

test('a message that is refused is in the box again with its files, before what was typed since', async () => {
  const person = await stage.visit()
  const { page, messageBox } = person
  await person.say('Say: hello')
  await person.hears('hello')
  const refused = Promise.withResolvers<void>()
  await page.route('**/commands', async (route) => {
    await refused.promise
    await route.fulfill({ status: 413, json: { error: { code: 'too_large', message: 'This is too large.' } } })
  })
  await fileField(page).setInputFiles([textFile('notes.md', '# Milk')])
  await chipsOf(page).getByText('notes.md').waitFor()
  await person.say('Read this')
  await page.getByText('Sending…').waitFor()
  await messageBox.fill('and Describe')
  refused.resolve()
  await person.sees('This is too large.')
  await expect.poll(() => messageBox.inputValue()).toBe('Read this\n\nand Describe')
  await chipsOf(page).getByText('notes.md').waitFor()
})

test('a message that was accepted without a reply is not in the box after a reload', async () => {
  const person = await stage.visit()
  const { page, messageBox } = person
  await page.route('**/commands', (route) => void route.fetch())
  await person.say('Say: accepted')
  await person.hears('accepted')
  const kept = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('unsent')!).length)
  expect(await kept()).toBe(1)
  await page.reload()
  await expect.poll(kept).toBe(0)
  expect(await messageBox.inputValue()).toBe('')
})

test('a message with a file arrives once and whole when the server is killed while it is uploaded', async () => {
  await using server = new MortalServer({ store: join(stage.folder, 'upload.db'), dist: await findBuiltPage() })
  await server.start()
  const person = await stage.visit(server)
  const { page } = person
  await person.say('Say: hello')
  await person.hears('hello')
  await fileField(page).setInputFiles([picture('photo.png', 3_000_000)])
  await page.getByRole('list', { name: 'Attached files' }).getByText('photo.png').waitFor()
  const devtools = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 400_000 }
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', slow)
  const begun = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/commands'))
  await person.say('Describe')
  await begun
  await page.getByText('Sending…').waitFor()
  await server.kill()
  await person.sees('Reconnecting…')
  await devtools.send('Network.emulateNetworkConditions', { ...slow, uploadThroughput: -1 })
  await server.start()
  await person.hears('image/png, “Describe”')
  await page.reload()
  await expect.poll(() => isShown(page.getByRole('img', { name: 'photo.png' }))).toBe(true)
  expect(await page.getByRole('list', { name: 'Attachments' }).count()).toBe(1)
  expect(server.asked.filter((text) => text.endsWith('Describe')).length).toBe(1)
})
