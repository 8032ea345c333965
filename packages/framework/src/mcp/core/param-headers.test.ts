import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { ToolDefinitionError } from '../../tools/errors.ts'
import { toJsonSchema } from '../../tools/schema.ts'
import { ProtocolError } from './errors.ts'
import { checkParamHeaders, readParamHeaders, toParamHeaders } from './param-headers.ts'

const property = (type: string, name: string) => ({ type, 'x-mcp-header': name })
const inputSchema = {
  type: 'object',
  properties: {
    region: property('string', 'Region'),
    count: property('integer', 'Count'),
    dry: property('boolean', 'Dry-Run'),
    nested: { type: 'object', properties: { zone: property('string', 'Zone') } },
    plain: { type: 'string' },
  },
}
const declared = readParamHeaders('t', inputSchema)

/** What is wrong with the headers for these arguments; undefined when nothing is. */
function problemOf(args: unknown, headers: Record<string, string>): ProtocolError | undefined {
  try {
    checkParamHeaders(declared, args, { header: (name) => headers[name] })
    return undefined
  } catch (error) {
    if (error instanceof ProtocolError) return error
    throw error
  }
}

describe('readParamHeaders', () => {
  it('finds declarations on properties at any depth', () => {
    expect(declared).toEqual([
      { header: 'Mcp-Param-Region', lookup: 'mcp-param-region', path: ['region'] },
      { header: 'Mcp-Param-Count', lookup: 'mcp-param-count', path: ['count'] },
      { header: 'Mcp-Param-Dry-Run', lookup: 'mcp-param-dry-run', path: ['dry'] },
      { header: 'Mcp-Param-Zone', lookup: 'mcp-param-zone', path: ['nested', 'zone'] },
    ])
  })

  it('finds those of a schema of a library', () => {
    const schema = z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }).optional() })
    expect(readParamHeaders('t', toJsonSchema(schema, 'input'))).toMatchObject([{ header: 'Mcp-Param-Region' }])
  })

  it('does not take an argument of that name for a declaration', () => {
    expect(readParamHeaders('t', { properties: { 'x-mcp-header': { type: 'string' } } })).toEqual([])
  })

  it.each([
    ['a name that is no header', { properties: { a: property('string', 'not a token') } }, 'must be a header name'],
    ['an empty name', { properties: { a: property('string', '') } }, 'must be a header name'],
    ['another type', { properties: { a: property('number', 'A') } }, 'type string, integer or boolean'],
    [
      'two of one name',
      { properties: { a: property('string', 'A'), b: property('string', 'a') } },
      'at b is "a", which',
    ],
    ['a list', { properties: { a: { items: property('string', 'A') } } }, 'at a.items must be on a property'],
    ['an alternative', { anyOf: [{ properties: { a: property('string', 'A') } }] }, 'at anyOf.a must be on a property'],
    ['a definition', { $defs: { a: property('string', 'A') } }, 'at $defs must be on a property'],
    ['the root', property('string', 'A'), 'at the root must be on a property'],
  ])('refuses a tool with a declaration on %s, saying where', (_, schema, message) => {
    expect(() => readParamHeaders('t', schema)).toThrow(ToolDefinitionError)
    expect(() => readParamHeaders('t', schema)).toThrow(message)
  })
})

describe('checkParamHeaders', () => {
  it.each([
    ['the value as it is', { region: 'eu' }, { 'mcp-param-region': 'eu' }],
    ['blanks around it', { region: 'eu' }, { 'mcp-param-region': ' \teu ' }],
    ['base64', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8=?=' }],
    ['base64 of what is not ASCII', { region: 'Zürich' }, { 'mcp-param-region': '=?base64?WsO8cmljaA==?=' }],
    ['base64 of nothing', { region: '' }, { 'mcp-param-region': '=?base64??=' }],
    ['what only looks like base64', { region: 'SGVsbG8=' }, { 'mcp-param-region': 'SGVsbG8=' }],
    ['a prefix without its end', { region: '=?base64?SGVsbG8=' }, { 'mcp-param-region': '=?base64?SGVsbG8=' }],
    ['an end without its prefix', { region: 'SGVsbG8=?=' }, { 'mcp-param-region': 'SGVsbG8=?=' }],
    ['a prefix that is also its end', { region: '=?base64?=' }, { 'mcp-param-region': '=?base64?=' }],
    ['an integer', { count: 42 }, { 'mcp-param-count': '42' }],
    ['an integer written otherwise', { count: 42 }, { 'mcp-param-count': '42.0' }],
    ['a boolean', { dry: false }, { 'mcp-param-dry-run': 'false' }],
    ['a nested value', { nested: { zone: 'a' } }, { 'mcp-param-zone': 'a' }],
    ['no header for no value', {}, {}],
    ['no header for null', { region: null, count: null }, {}],
    ['a header for no value', {}, { 'mcp-param-region': 'eu' }],
    ['no header for what its schema refuses anyway', { region: ['eu'], nested: 'x' }, {}],
    ['no arguments', undefined, {}],
  ])('takes %s', (_, args, headers) => {
    expect(problemOf(args, headers)).toBeUndefined()
  })

  it.each([
    ['no header', { region: 'test-value' }, {}, 'is missing, but the body says "test-value"'],
    ['another value', { region: 'eu' }, { 'mcp-param-region': 'us' }, 'is "us", but the body says "eu"'],
    ['another case', { region: 'eu' }, { 'mcp-param-region': 'EU' }, 'is "EU"'],
    ['base64 without its padding', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVsbG8?=' }, 'not base64'],
    ['other letters', { region: 'Hello' }, { 'mcp-param-region': '=?base64?SGVs!!!bG8=?=' }, 'not base64'],
    ['base64 of what is not UTF-8', { region: '\ufffd' }, { 'mcp-param-region': '=?base64?/w==?=' }, 'not base64'],
    ['another integer', { count: 42 }, { 'mcp-param-count': '43' }, 'is "43"'],
    ['an integer in hexadecimal', { count: 26 }, { 'mcp-param-count': '0x1a' }, 'is "0x1a"'],
    ['an integer with an exponent', { count: 1000 }, { 'mcp-param-count': '1e3' }, 'is "1e3"'],
    ['another boolean', { dry: false }, { 'mcp-param-dry-run': 'true' }, 'is "true"'],
    ['no header for a nested value', { nested: { zone: 'a' } }, {}, 'Mcp-Param-Zone is missing'],
  ])('refuses %s', (_, args, headers, message) => {
    const problem = problemOf(args, headers)
    expect(problem?.code).toBe(-32020)
    expect(problem?.message).toContain(message)
  })

  it('says which header disagrees with what', () => {
    expect(problemOf({ region: 'eu' }, { 'mcp-param-region': 'us' })?.data).toEqual({
      mismatch: { header: 'Mcp-Param-Region', sent: 'us', body: 'eu' },
    })
    expect(problemOf({ region: 'x'.repeat(1_000) }, {})?.data).toEqual({
      mismatch: { header: 'Mcp-Param-Region', sent: null, body: `${'x'.repeat(200)}…` },
    })
  })
})

describe('toParamHeaders', () => {
  it('writes each value that is there', () => {
    expect(toParamHeaders(declared, { region: 'eu', count: 7, dry: true, nested: { zone: 'a' }, plain: 'x' })).toEqual({
      'Mcp-Param-Region': 'eu',
      'Mcp-Param-Count': '7',
      'Mcp-Param-Dry-Run': 'true',
      'Mcp-Param-Zone': 'a',
    })
    expect(toParamHeaders(declared, { region: null })).toEqual({})
    expect(toParamHeaders(declared, undefined)).toEqual({})
    expect(toParamHeaders(declared, { count: 2 ** 60 })).toEqual({})
  })

  it.each([
    '',
    ' eu',
    'eu\t',
    'Zürich',
    'a\nb',
    '\ufeffx',
    '=?base64?SGVsbG8=?=',
    '=?base64?SGVsbG8=',
    'plain text',
    '=?base64?=',
  ])('writes %j so that a header can carry it and it is read back', (region) => {
    const value = toParamHeaders(declared, { region })['Mcp-Param-Region']!
    expect(value).toMatch(/^[!-~]([\t -~]*[!-~])?$/)
    expect(problemOf({ region }, { 'mcp-param-region': value })).toBeUndefined()
  })
})
