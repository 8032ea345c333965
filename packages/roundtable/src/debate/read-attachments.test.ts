import { expect, test } from 'vitest'
import { createPdf } from '../../../framework/src/models/fixtures/pdf.ts'
import { createFakeTable, say } from './fixtures/fake-table.ts'
import type { StartInput } from './input.ts'
import { LIMITS } from './input.ts'
import { readAttachments } from './read-attachments.ts'

const toData = (bytes: string | Uint8Array): string => Buffer.from(bytes).toString('base64')

const readResource = async (uri: string): Promise<Uint8Array> => {
  if (uri !== 'notes://1') throw new Error('nothing has this URI')
  return Buffer.from('# A note')
}

test('text, files and resources are read as text, with a note of the pages that have none', async () => {
  const given = [
    { name: 'a.md', text: '# Plan' },
    { name: 'b.txt', data: toData('Water boils.') },
    { name: 'c.pdf', data: toData(createPdf(['One', '', 'Three'])) },
    { name: 'd.md', uri: 'notes://1' },
  ]
  const { documents, images } = await readAttachments(given, readResource)
  expect(images).toEqual([])
  expect(documents).toEqual([
    { name: 'a.md', text: '# Plan' },
    { name: 'b.txt', text: 'Water boils.' },
    {
      name: 'c.pdf',
      text: '[page 1]\nOne\n\n[page 2]\n\n\n[page 3]\nThree',
      notes: ['Page 2 of c.pdf has no text.'],
    },
    { name: 'd.md', text: '# A note' },
  ])
})

test.each<[NonNullable<StartInput['attachments']>[number], string]>([
  [
    { name: 'a.zip', data: toData(Uint8Array.of(0x50, 0x4b, 3, 4, 0, 0xff)) },
    'a.zip is of a type that models cannot read',
  ],
  [{ name: 'a.txt', data: toData('  ') }, 'a.txt has no text'],
  [{ name: 'a.md', uri: 'notes://2' }, 'a.md could not be read from notes://2: no MCP server is connected'],
  [{ name: 'a.md', text: 'a', uri: 'notes://1' }, 'expected exactly one of text, data and uri'],
  [{ name: 'a.txt', data: toData('a'.repeat(LIMITS.file + 3)) }, 'attachments[0].data: Too big'],
  [{ name: 'a.txt', data: 'no base64!' }, 'attachments[0].data'],
])('a debate with the attachment %o is refused: %s', async (attachment, reason) => {
  const table = createFakeTable({ ann: () => say('Tea') })
  const refused = table.start({ topic: 'Tea?', attachments: [attachment] })
  await expect(refused).rejects.toMatchObject({ code: 'invalid', message: expect.stringContaining(reason) })
  expect(await table.list()).toEqual([])
})

test('files that are too large together are refused before they are read', async () => {
  const half = { data: toData('a'.repeat(LIMITS.files / 3 + 3)) }
  const given = ['a.txt', 'b.txt', 'c.txt'].map((name) => ({ name, ...half }))
  await expect(readAttachments(given, readResource)).rejects.toThrow('a debate has at most 10485760')
  expect((await readAttachments(given.slice(1), readResource)).documents).toHaveLength(2)
})

test('documents take a share of a budget in tokens, and seats and callers are told what is missing', async () => {
  const table = createFakeTable({ ann: () => say('Tea'), bob: () => say('Tea') })
  const pdf = toData(createPdf([...Array.from({ length: 40 }, () => 'tea, '.repeat(10)), '']))
  const begun = await table.start({
    topic: 'Tea?',
    question: { kind: 'open' },
    rounds: 1,
    budget: { tokens: 2_000 },
    attachments: [{ name: 'a.pdf', data: pdf }],
  })
  const session = await table.finish(begun, { signal: new AbortController().signal })
  const [{ text, leftOut, notes }] = session.attachments as [NonNullable<typeof session.attachments>[number]]
  expect(text.length).toBe(1_600)
  expect(notes).toEqual(['Page 41 of a.pdf has no text.'])
  const prompt = JSON.stringify(table.asked.find(({ seat }) => seat === 'ann')!.request.messages)
  expect(prompt).toContain('note: Page 41 of a.pdf has no text.')
  expect(prompt).toContain(`[shortened: ${leftOut} more characters]`)
  expect(prompt.length).toBeLessThan(6_000)
})
