import { ToolDefinitionError } from '../../tools/errors.ts'
import { isObject } from '../../tools/json.ts'
import type { JsonSchema } from '../../tools/schema.ts'
import { ErrorCode, ProtocolError } from './errors.ts'
import type { HttpExchange } from './http-exchange.ts'

/** An argument that a client repeats in a header, so that proxies can route by it. */
export interface ParamHeader {
  /** `Mcp-Param-Region`. */
  readonly header: string
  /** The same in lower case, as headers are looked up. */
  readonly lookup: string
  readonly path: readonly string[]
}

const KEYWORD = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/
const TYPES: readonly unknown[] = ['string', 'integer', 'boolean']
/** Keywords other than `properties` that hold schemas. Clients do not accept a declaration there. */
const ELSEWHERE =
  /^(items|prefixItems|contains|propertyNames|additionalProperties|unevaluated(Properties|Items)|oneOf|anyOf|allOf|not|if|then|else)$/
const ELSEWHERE_BY_NAME = /^(patternProperties|dependentSchemas|\$defs|definitions)$/

/** Returns the `x-mcp-header` declarations of a tool's input. Throws a `ToolDefinitionError` for one that clients do not accept. */
export function readParamHeaders(tool: string, inputSchema: JsonSchema): readonly ParamHeader[] {
  const found: ParamHeader[] = []
  visit(inputSchema, [], true)
  return found

  function visit(schema: unknown, path: readonly string[], reachable: boolean): void {
    if (!isObject(schema)) return
    if (KEYWORD in schema) found.push(read(schema, path, reachable))
    if (isObject(schema.properties)) {
      for (const [key, property] of Object.entries(schema.properties)) visit(property, [...path, key], reachable)
    }
    for (const [keyword, value] of Object.entries(schema)) {
      const schemas = ELSEWHERE.test(keyword)
        ? [value].flat()
        : ELSEWHERE_BY_NAME.test(keyword)
          ? Object.values(value ?? {})
          : []
      for (const branch of schemas) visit(branch, [...path, keyword], false)
    }
  }

  function read(schema: Record<string, unknown>, path: readonly string[], reachable: boolean): ParamHeader {
    const name = schema[KEYWORD]
    const refuse = (problem: string): never => {
      throw new ToolDefinitionError(`${tool}: ${KEYWORD} at ${path.join('.') || 'the root'} ${problem}`)
    }
    if (!reachable || path.length === 0) return refuse('must be on a property that is reached by properties alone')
    if (typeof name !== 'string' || !TOKEN.test(name)) return refuse('must be a header name: letters, digits, hyphens')
    if (!TYPES.includes(schema.type)) return refuse('must be on a property of type string, integer or boolean')
    const header = `Mcp-Param-${name}`
    const lookup = header.toLowerCase()
    if (found.some((other) => other.lookup === lookup)) return refuse(`is "${name}", which another property has`)
    return { header, lookup, path }
  }
}

/** Throws a `ProtocolError` (-32020) unless each declared argument is repeated in its header. */
export function checkParamHeaders(
  declared: readonly ParamHeader[],
  args: unknown,
  exchange: Pick<HttpExchange, 'header'>,
): void {
  for (const declaration of declared) {
    const value = valueAt(args, declaration.path)
    const text = toText(value)
    if (text === undefined) continue
    const sent = exchange.header(declaration.lookup)
    const decoded = sent === undefined ? undefined : decodeHeaderValue(sent)
    if (decoded === text) continue
    if (typeof value === 'number' && decoded !== undefined && DECIMAL.test(decoded) && Number(decoded) === value)
      continue
    throw headerMismatch(declaration.header, sent, text)
  }
}

/** Returns the headers that a client sends with these arguments. */
export function toParamHeaders(declared: readonly ParamHeader[], args: unknown): Record<string, string> {
  const headers: Record<string, string> = {}
  for (const { header, path } of declared) {
    const text = toText(valueAt(args, path))
    if (text !== undefined) headers[header] = encodeHeaderValue(text)
  }
  return headers
}

export function headerMismatch(header: string, sent: string | undefined, body: string): ProtocolError {
  const mismatch = { header, sent: sent === undefined ? null : clip(sent), body: clip(body) }
  const came =
    sent === undefined
      ? `the header ${header} is missing`
      : decodeHeaderValue(sent) === undefined
        ? `the header ${header} is not base64 of UTF-8`
        : `the header ${header} is ${JSON.stringify(mismatch.sent)}`
  const message = `${came}, but the body says ${JSON.stringify(mismatch.body)}; the header must repeat the body`
  return new ProtocolError(ErrorCode.headerMismatch, message, { mismatch })
}

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

const PREFIX = '=?base64?'
const SUFFIX = '?='
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/
const DECIMAL = /^-?\d+(\.\d+)?$/
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

const isEncoded = (value: string): boolean =>
  value.length >= PREFIX.length + SUFFIX.length && value.startsWith(PREFIX) && value.endsWith(SUFFIX)

/** Returns the decoded value of a header, or `undefined` if its encoding is malformed. */
export function decodeHeaderValue(value: string): string | undefined {
  const text = trimBlanks(value)
  if (!isEncoded(text)) return text
  const encoded = text.slice(PREFIX.length, -SUFFIX.length)
  if (!BASE64.test(encoded)) return undefined
  try {
    return utf8.decode(Buffer.from(encoded, 'base64'))
  } catch {
    return undefined
  }
}

/** Returns a text in a form that a header can carry. */
function encodeHeaderValue(text: string): string {
  const plain = /^[\t -~]+$/.test(text) && trimBlanks(text) === text && !isEncoded(text)
  return plain ? text : `${PREFIX}${Buffer.from(text, 'utf8').toString('base64')}${SUFFIX}`
}

/** Removes the blanks that HTTP allows around a value. */
function trimBlanks(value: string): string {
  let start = 0
  let end = value.length
  while (start < end && isBlank(value.charCodeAt(start))) start++
  while (end > start && isBlank(value.charCodeAt(end - 1))) end--
  return start === 0 && end === value.length ? value : value.slice(start, end)
}

const isBlank = (code: number): boolean => code === 0x20 || code === 0x09

/** Returns `undefined` for a value that is absent, null or of a type that headers do not carry. */
function toText(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value === 'boolean') return String(value)
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? undefined : String(value)
}

function valueAt(root: unknown, path: readonly string[]): unknown {
  let value = root
  for (const key of path) {
    if (!isObject(value) || !Object.hasOwn(value, key)) return undefined
    value = value[key]
  }
  return value
}
