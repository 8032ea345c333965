import type * as Api from '@opentelemetry/api'

export type OpenTelemetry = typeof Api

/** Where every copy of the API keeps what an application has registered: the one place that tells without loading it. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

const registry = globalThis as { [REGISTERED]?: { trace?: unknown } }

let loaded: { api: OpenTelemetry | undefined } | undefined

/** The API, while the application has a tracer provider. Undefined otherwise, at the cost of looking. */
export function openTelemetry(): OpenTelemetry | undefined {
  if (registry[REGISTERED]?.trace === undefined) return undefined
  loaded ??= { api: load() }
  return loaded.api
}

/** An optional peer. Loaded as CommonJS, because only that can be done at once; all copies share one registry. */
function load(): OpenTelemetry | undefined {
  try {
    const { createRequire } = process.getBuiltinModule('node:module')
    return createRequire(import.meta.url)('@opentelemetry/api') as OpenTelemetry
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
