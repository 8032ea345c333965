import type { Limits } from './branch.ts'
import { isObject } from './json.ts'
import { isSchema, SOME_SCHEMA } from './schema.ts'
import type { McpTool } from './tool.ts'

interface Setting {
  isValid(value: unknown): boolean
  /** What it takes, for the author who gave something else. */
  readonly takes: string
}

const isText = (value: unknown): boolean => typeof value === 'string'

const text: Setting = { isValid: isText, takes: 'text' }
const schema: Setting = { isValid: isSchema, takes: SOME_SCHEMA }

const oneOf = (...modes: readonly unknown[]): Setting => ({
  isValid: (value) => modes.includes(value),
  takes: modes.map((mode) => `'${mode}'`).join(' or '),
})

export const LIMITS = ['maxDepth', 'maxTokens', 'timeout', 'cleanup'] as const satisfies (keyof Limits)[]

/** The settings of a tool that an author can give wrongly. */
const SETTINGS: { readonly [K in keyof McpTool]?: Setting } = {
  description: text,
  version: text,
  parameters: schema,
  output: schema,
  elicits: { isValid: isObject, takes: 'an object of { response, … } by key' },
  meta: { isValid: isObject, takes: 'an object' },
  task: oneOf('never', 'auto', 'required'),
  approval: oneOf('none', 'confirm'),
  carrier: oneOf('auto', 'stored'),
  preview: { isValid: (value) => typeof value === 'function', takes: 'a function of the parameters' },
  view: {
    isValid: (value) => value instanceof URL,
    takes: "the file of a component: new URL('./file.tsx', import.meta.url)",
  },
  requires: {
    isValid: (value) => hasOnly(['elicitation', 'sampling'], value, (need) => typeof need === 'boolean'),
    takes: '{ elicitation?: boolean, sampling?: boolean }',
  },
  limits: {
    isValid: (value) => hasOnly(LIMITS, value, isLimit),
    takes: 'an object of maxDepth (from 0 on), maxTokens, timeout or cleanup (above 0)',
  },
  // A list with other hints or icons could not be read by clients.
  annotations: {
    isValid: (value) => isObject(value) && Object.entries(value).every(isHint),
    takes: 'an object with a title and hints that are true or false',
  },
  icons: {
    isValid: (value) => Array.isArray(value) && value.every(isIcon),
    takes: 'a list of { src, mimeType?, sizes?, theme? }, where src is an https: or data: URL',
  },
}

/** Returns what a setting takes, if it does not take this value. */
export function refuseSetting(key: keyof McpTool, value: unknown): string | undefined {
  const setting = SETTINGS[key]
  return setting === undefined || setting.isValid(value) ? undefined : setting.takes
}

function hasOnly(keys: readonly string[], value: unknown, isValid: (value: unknown, key: string) => boolean): boolean {
  if (!isObject(value)) return false
  return Object.entries(value).every(([key, one]) => keys.includes(key) && (one === undefined || isValid(one, key)))
}

export const isLimit = (value: unknown, name: string): boolean =>
  typeof value === 'number' && (name === 'maxDepth' ? value >= 0 : value > 0)

const isHint = ([name, value]: [string, unknown]): boolean =>
  value === undefined || typeof value === (name === 'title' ? 'string' : 'boolean')

function isIcon(icon: unknown): boolean {
  if (!isObject(icon)) return false
  const { src, mimeType = '', sizes = [], theme = 'light' } = icon
  return (
    isText(src) &&
    /^(https:|data:)/.test(String(src)) &&
    isText(mimeType) &&
    Array.isArray(sizes) &&
    sizes.every(isText) &&
    (theme === 'light' || theme === 'dark')
  )
}
