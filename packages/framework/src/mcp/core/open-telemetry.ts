import type * as Api from '@opentelemetry/api'

export type OpenTelemetry = typeof Api

/** Where all copies of the API register providers; it can be read without loading the API. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

const registry = globalThis as { [REGISTERED]?: { trace?: unknown } }

let loaded: { api: OpenTelemetry | undefined } | undefined

/** Returns the API if the application has registered a tracer provider. */
export function openTelemetry(): OpenTelemetry | undefined {
  if (registry[REGISTERED]?.trace === undefined) return undefined
  loaded ??= { api: load() }
  return loaded.api
}

/** Loads the API, an optional peer dependency, as CommonJS, which is synchronous. All copies share one registry. */
function load(): OpenTelemetry | undefined {
  try {
    const { createRequire } = process.getBuiltinModule('node:module')
    return createRequire(import.meta.url)('@opentelemetry/api') as OpenTelemetry
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
