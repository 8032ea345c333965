import { ModelError } from './errors.ts'

const VERSION = /\/v\d+[a-z]*(?=\/|$)/

/** Where a server is, as somebody wrote it in a variable: with or without its version, with or without a last slash. */
export function readBaseUrl(text: string, variable: string): string {
  const url = text.trim().replace(/\/+$/, '')
  if (URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)) return url
  // What was written is not repeated: it may hold a secret.
  throw new ModelError('configuration', `${variable} is not an address; expected something like http://127.0.0.1:8080`)
}

/** The address with `version` at its end, unless it has one of its own. */
export const withVersion = (url: string, version: string): string => (VERSION.test(url) ? url : `${url}/${version}`)

/** The address of the server itself, for packages that add the path on their own. */
export const withoutPath = (url: string): string => url.replace(/\/(v1|api)$/, '')
