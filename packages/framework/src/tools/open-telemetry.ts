import type * as Api from '@opentelemetry/api'

export type OpenTelemetry = typeof Api

/** Where all copies of the API register providers; it can be read without loading the API. */
const REGISTERED = Symbol.for('opentelemetry.js.api.1')

/** Where all copies of the logs API register a provider, which they get by the version of the registry. */
const LOGS = Symbol.for('io.opentelemetry.js.api.logs')
const LOGS_VERSION = 1

const registry = globalThis as {
  [REGISTERED]?: { trace?: unknown; metrics?: object }
  [LOGS]?: (version: number) => { getLogger(scope: string): Logger }
}

/** The part of a logger of OpenTelemetry that is used; its API is a package of its own. */
interface Logger {
  emit(record: {
    severityNumber: number
    severityText: string
    body: string
    attributes: Api.Attributes
    context: Api.Context
  }): void
}

/** The name under which spans, metrics and logs are exported. */
export const SCOPE = '@sweatpants/framework'

let loaded: { api: OpenTelemetry | undefined } | undefined

/** Returns the API if the application has registered a tracer, meter or logger provider. */
export function openTelemetry(): OpenTelemetry | undefined {
  const registered = registry[REGISTERED]
  const isWanted = (registered?.trace ?? registered?.metrics ?? registry[LOGS]) !== undefined
  if (!isWanted) return undefined
  loaded ??= { api: load() }
  return loaded.api
}

/** Returns the meter provider that the application has registered. */
export const findMeterProvider = (): object | undefined => registry[REGISTERED]?.metrics

/** Returns the logger of the provider that the application has registered. */
export const findLogger = (): Logger | undefined => registry[LOGS]?.(LOGS_VERSION).getLogger(SCOPE)

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
