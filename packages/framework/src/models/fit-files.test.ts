import { expect, test } from 'vitest'
import type { McpBlock, McpMessage } from '../tools/message.ts'
import { fitFiles } from './fit-files.ts'
import { createPdf } from './fixtures/pdf.ts'
import { plainTraits } from './provider.ts'

const { signal } = new AbortController()
const image = { type: 'image' as const, data: 'iVBORw0KGgo=', mimeType: 'image/png', name: 'cat.png' }
const toPdf = (text: string) => ({
  type: 'file' as const,
  data: Buffer.from(createPdf([text])).toString('base64'),
  mimeType: 'application/pdf',
  name: 'report.pdf',
})
const say = (...content: McpBlock[]): McpMessage => ({ role: 'user', content })
const text = (said: string) => ({ type: 'text' as const, text: said })
const adapt = (messages: McpMessage[], files?: readonly ('image' | 'pdf')[]) =>
  fitFiles(messages, { ...plainTraits, ...(files && { files }) }, 'small/one', signal)

test('a model that takes images and PDFs gets them unchanged', async () => {
  const messages = [say(image, toPdf('Hello'))]
  expect(await adapt(messages)).toBe(messages)
})

test('a model that takes no PDFs gets their text', async () => {
  expect(await adapt([say(text('Read this'), toPdf('Hello'))], ['image'])).toEqual([
    say(text('Read this'), text('report.pdf:\n\n[page 1]\nHello')),
  ])
})

test('an image in the last message is refused by a model that cannot see it, and the error names both', async () => {
  await expect(adapt([say(image)], [])).rejects.toThrow(
    'small/one cannot see images (cat.png); choose a model that can, or send the message without it',
  )
})

test('a PDF without text in the last message is refused, and the error names both', async () => {
  await expect(adapt([say(toPdf(''))], [])).rejects.toThrow(
    /^small\/one takes no PDF files, only their text: report.pdf has no text/,
  )
})

test('files of earlier messages and of results that the model cannot take become notes', async () => {
  const result = { type: 'tool_result' as const, toolUseId: 'a', content: [image] }
  expect(await adapt([say(image, toPdf('')), say(result), say(text('And now?'))], [])).toEqual([
    say(text('(cat.png, which you cannot see)'), text('(report.pdf, which could not be read)')),
    say({ ...result, content: [text('(an image, which the person can see and you cannot)')] }),
    say(text('And now?')),
  ])
})
