import { show } from './describe.ts'
import { ToolUsageError } from './errors.ts'
import { isJson, isObject } from './json.ts'
import { checkOptions, type OptionNames } from './options.ts'
import type { SampleInput, SampleRequest, SampleSettings, ToolChoice } from './sampling.ts'

const PLAIN: OptionNames<SampleInput & SampleSettings> = {
  prompt: true,
  messages: true,
  systemPrompt: true,
  maxTokens: true,
  temperature: true,
  modelPreferences: true,
  key: true,
}

/** The fields of a request, by the method that takes it. */
const FIELDS = {
  sample: { ...PLAIN, schema: true, tools: true, toolChoice: true },
  sampleSchema: { ...PLAIN, schema: true, retries: true },
  sampleTools: { ...PLAIN, tools: true, toolChoice: true, retries: true },
} as const

const isText = (value: unknown): boolean => typeof value === 'string'

const isTool = (tool: unknown): boolean =>
  isObject(tool) && isText(tool.name) && (tool.description === undefined || isText(tool.description))

const isKey = (value: unknown): boolean => isText(value) && /^[A-Za-z][A-Za-z0-9_]*$/.test(String(value))

/** What each field is, if it is given. With another value the run could stop, and the tool could not catch that. */
const RULES: readonly (readonly [name: string, rule: string, isValid: (value: unknown) => boolean])[] = [
  ['systemPrompt', 'systemPrompt is a text', isText],
  ['maxTokens', 'maxTokens is a positive number', (value) => Number.isFinite(value) && (value as number) > 0],
  ['temperature', 'temperature is a number', Number.isFinite],
  [
    'modelPreferences',
    'modelPreferences is an object of hints and priorities',
    (value) => isObject(value) && isJson(value),
  ],
  ['key', 'a key begins with a letter and has letters, digits and "_"', isKey],
  [
    'tools',
    'tools is a list of { name, description?, inputSchema }',
    (value) => Array.isArray(value) && value.every(isTool),
  ],
  ['toolChoice', "toolChoice is 'auto', 'required' or 'none'", (value) => MODES.includes(value)],
  ['retries', 'retries is a whole number', (value) => Number.isInteger(value) && (value as number) >= 0],
]

const MODES: readonly unknown[] = ['auto', 'required', 'none'] satisfies ToolChoice[]

/** Throws a `ToolUsageError` for a request that no model can be asked. */
export function refuseRequest(member: keyof typeof FIELDS, request: Partial<SampleRequest> | undefined): void {
  const where = `ctx.${member}`
  checkOptions<object>(where, request, FIELDS[member])
  const { prompt, messages, ...fields } = request as Readonly<Record<string, unknown>>
  const told = Array.isArray(messages) && messages.length > 0
  if (isText(prompt) === told) throw new ToolUsageError(`${where} takes either a prompt or a list of messages`)
  const required = member === 'sampleTools' ? 'tools' : undefined
  for (const [name, rule, isValid] of RULES) {
    const value = fields[name]
    if ((value !== undefined || name === required) && !isValid(value))
      throw new ToolUsageError(`${where}: ${rule}, not ${show(value)}`)
  }
}
