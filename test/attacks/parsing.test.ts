import { createMcpTool } from '@sweatpants/framework'
import { runScript } from '@sweatpants/framework/testing'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { processorTime } from '../processor-time.ts'
import { HOSTILE_TEXTS, writeHostile } from './hostile-texts.ts'
import { PARSERS } from './parsers.ts'

describe('text that made a parser go back over it again and again is read in linear time:', () => {
  const named = (name: string) => PARSERS.find((parser) => parser.name === name)!
  test.each<[parser: string, what: string, write: (size: number) => string]>([
    ['repairJson', 'brackets that never close', (size) => '{\n'.repeat(size / 2)],
    ['repairJson', 'a fence of line breaks', (size) => `\`\`\`json${'\n'.repeat(size)}`],
    ['repairJson', 'a fence of line breaks that does not end', (size) => `\`\`\`json${'\n'.repeat(size)}{"a`],
    ['a statement of a debate', 'brackets that never close', (size) => '{"a":'.repeat(size / 5).slice(0, 64_000)],
    ['a template with two variables', 'a URI of separators', (size) => '-'.repeat(size)],
    ['a template with adjacent variables', 'a URI without its end', (size) => 'a'.repeat(size)],
    ['text for a terminal', 'commands that never end', (size) => '\u001b]'.repeat(size / 2)],
    ['server-sent events', 'lines without a meaning', (size) => '>\n'.repeat(size / 2)],
    ['math in Markdown', 'formulas that never close', (size) => '\\('.repeat(size / 2)],
    ['the demo model, a message', 'quotes that never close', (size) => '“'.repeat(size)],
  ])('%s, %s', async (name, _, write) => {
    const { read } = named(name)
    await read(write(1_000))
    expect(await processorTime(() => read(write(300_000)))).toBeLessThan(500)
  })
})

test('a sampled answer of hostile text fails its sample at once', async () => {
  const tool = createMcpTool('asks')
    .execute(function* (_, ctx) {
      return (yield* ctx.sample({ prompt: 'A number?', schema: z.object({ n: z.number() }) })).parsed
    })
    .build()
  const sample = '{\n'.repeat(60_000)
  expect(await processorTime(() => runScript(tool, {}, { samples: [sample] }).catch(() => {}))).toBeLessThan(500)
})

test('every parser reads every hostile text without a fault, in time for its length', async () => {
  const slow: string[] = []
  for (const { name, read } of PARSERS) {
    for (const text of HOSTILE_TEXTS.filter((_, i) => i % 7 === 0)) {
      const time = await processorTime(() => read(writeHostile(text, 3_000)))
      // Quadratic work on so short a text is still fast; on a megabyte it takes 100,000 times as long.
      if (time > 50 && (await processorTime(() => read(writeHostile(text, 3_000)))) > 50)
        slow.push(`${name} ${text.name}`)
    }
  }
  expect(slow).toEqual([])
})
