import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** One run of the official suite, and what a server or client that passes all of it shows. */
export interface Suite {
  name: string
  /** The suite's program: two versions are installed side by side. */
  program: string
  args: readonly string[]
  /** The scenarios that run: how many, or their names. */
  scenarios: number | readonly string[]
  /** Checks that succeed, at the least: a check that is no longer made is a failure too. */
  successes: number
}

const v01 = require.resolve('conformance-0.1/dist/index.js')
const v02 = require.resolve('conformance-0.2/dist/index.js')

/**
 * The long ones come first, so that the short ones run beside them. All but the second could have one success more: a server
 * of 2025-11-25 may answer a listing with JSON, as ours does, and then the suite has no stream to look at.
 */
export const suites: readonly Suite[] = [
  { name: '0.2 all', program: v02, args: ['--suite', 'all'], scenarios: 65, successes: 275 },
  { name: '0.2 2026-07-28', program: v02, args: ['--requirements', '2026-07-28'], scenarios: 50, successes: 196 },
  { name: '0.2 2025-11-25', program: v02, args: ['--requirements', '2025-11-25'], scenarios: 33, successes: 83 },
  { name: '0.1 active', program: v01, args: ['--suite', 'active'], scenarios: 30, successes: 39 },
]

/** All client scenarios of the suite, for `connectMcp`. */
export const clientSuite: Suite = {
  name: '0.2 client',
  program: v02,
  args: ['--suite', 'all'],
  scenarios: [
    'initialize',
    'tools_call',
    'elicitation-sep1034-client-defaults',
    'sse-retry',
    'request-metadata',
    'auth/metadata-default',
    'auth/metadata-var1',
    'auth/metadata-var2',
    'auth/metadata-var3',
    'auth/basic-cimd',
    'auth/scope-from-www-authenticate',
    'auth/scope-from-scopes-supported',
    'auth/scope-omitted-when-undefined',
    'auth/scope-step-up',
    'auth/scope-retry-limit',
    'auth/token-endpoint-auth-basic',
    'auth/token-endpoint-auth-post',
    'auth/token-endpoint-auth-none',
    'auth/pre-registration',
    'auth/2025-03-26-oauth-metadata-backcompat',
    'auth/2025-03-26-oauth-endpoint-fallback',
    'auth/resource-mismatch',
    'auth/offline-access-scope',
    'auth/offline-access-not-supported',
    'auth/authorization-server-migration',
    'auth/iss-supported',
    'auth/iss-not-advertised',
    'auth/iss-supported-missing',
    'auth/iss-wrong-issuer',
    'auth/iss-unexpected',
    'auth/iss-normalized',
    'auth/metadata-issuer-mismatch',
    'auth/client-credentials-jwt',
    'auth/client-credentials-basic',
    'auth/enterprise-managed-authorization',
    'auth/dpop',
    'auth/dpop-nonce',
    'auth/wif-jwt-bearer',
    'sep-2322-client-request-state',
    'http-standard-headers',
    'http-custom-headers',
    'http-invalid-tool-headers',
    'json-schema-ref-no-deref',
    'json-schema-2020-12-preservation',
    'sep-2640-client-no-prefetch',
    'sep-2640-client-verify-digest',
    'sep-2640-client-verify-size',
    'sep-2640-client-verify-frontmatter',
  ],
  successes: 516,
}
