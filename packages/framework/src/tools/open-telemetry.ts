import type * as Api from '@opentelemetry/api'

export type OpenTelemetry = typeof Api

/** Where all copies of the API register providers; it can be read without loading the API. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

const registry = globalThis as { [REGISTERED]?: { trace?: unknown; metrics?: object } }

/** The name under which spans and metrics are exported. */
export const SCOPE = '@sweatpants/framework'

let loaded: { api: OpenTelemetry | undefined } | undefined

/** Returns the API if the application has registered a tracer provider or a meter provider. */
export function openTelemetry(): OpenTelemetry | undefined {
  const registered = registry[REGISTERED]
  if (registered?.trace === undefined && registered?.metrics === undefined) return undefined
  loaded ??= { api: load() }
  return loaded.api
}

/** Returns the meter provider that the application has registered. */
export const findMeterProvider = (): object | undefined => registry[REGISTERED]?.metrics

/** Loads the API, an optional peer dependency, as CommonJS, which is synchronous. All copies share one registry. */
function load(): OpenTelemetry | undefined {
  // A page loads no packages, so nothing is traced there.
  if (globalThis.process?.getBuiltinModule === undefined) return undefined
  try {
    const { createRequire } = process.getBuiltinModule('node:module')
    return createRequire(import.meta.url)('@opentelemetry/api') as OpenTelemetry
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'MODULE_NOT_FOUND') return undefined
    throw error
  }
}
