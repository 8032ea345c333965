import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createMcpTool } from '../../tools/builder.ts'
import { jsonSchema } from '../../tools/schema.ts'
import { Catalog } from './catalog.ts'
import { createMcpPrompt } from './prompt.ts'

const text = { response: z.object({ text: z.string() }) }

const tool = (name: string) =>
  createMcpTool(name)
    .execute(function* () {})
    .build()

const prompt = (name: string) =>
  createMcpPrompt(name, {
    *messages() {
      return []
    },
  })

describe('a listing of tools', () => {
  it('tells which questions a tool may ask, and what it requires', () => {
    const asking = createMcpTool('asking')
      .elicits({ seat: text, sure: text })
      .requires({ elicitation: true, sampling: false })
      .execute(function* () {})
      .build()
    const { listedTools } = new Catalog({ tools: [asking, tool('plain')] })
    expect(listedTools.map(({ _meta }) => _meta)).toEqual([
      { 'dev.sweatpants/tool': { questions: ['seat', 'sure'], requires: { elicitation: true } } },
      undefined,
    ])
  })

  it('does not name the dialect of a schema', () => {
    const shape = z.object({ a: z.string() })
    const typed = createMcpTool('typed')
      .parameters(shape)
      .output(shape)
      .execute(function* (given) {
        return given
      })
      .build()
    const [listed] = new Catalog({ tools: [typed] }).listedTools
    expect([listed!.inputSchema, listed!.outputSchema]).toMatchObject([{ type: 'object' }, { type: 'object' }])
    expect(JSON.stringify(listed)).not.toContain('$schema')
  })

  it('has an object schema for the parameters of every tool', () => {
    const union = createMcpTool('union')
      .parameters(z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]))
      .execute(function* () {})
      .build()
    const { listedTools } = new Catalog({ tools: [union, tool('plain')] })
    expect(listedTools.map(({ inputSchema }) => inputSchema.type)).toEqual(['object', 'object'])
  })
})

describe('an offer', () => {
  it('is refused with two tools or two prompts of one name, and leaves the old one whole', () => {
    const catalog = new Catalog({ tools: [tool('a')], prompts: [prompt('a')] })
    expect(() => catalog.replace({ tools: [tool('b'), tool('b')] })).toThrow('two tools are named "b"')
    expect(() => catalog.replace({ tools: [], prompts: [prompt('b'), prompt('b')] })).toThrow(
      'two prompts are named "b"',
    )
    expect(() => catalog.replace({ tools: [{ ...tool('b'), name: '__schema__' }] })).toThrow('reserved')
    const odd = { ...tool('b'), parameters: jsonSchema({ type: 'array' }) }
    expect(() => catalog.replace({ tools: [odd] })).toThrow('must be an object schema')
    expect([...catalog.tools.keys()]).toEqual(['a'])
    expect(catalog.listedTools.map(({ name }) => name)).toEqual(['a'])
  })
})
