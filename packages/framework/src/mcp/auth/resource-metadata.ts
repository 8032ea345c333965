import { SweatpantsError } from '../../tools/errors.ts'

const WELL_KNOWN = '/.well-known/oauth-protected-resource'

/** Where the metadata of a resource is found: the well-known path goes between its host and its own path (RFC 9728, 3.1). */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname, search } = toResource(resource)
  return `${origin}${WELL_KNOWN}${pathname === '/' ? '' : pathname}${search}`
}

/** The URL that tokens are made for: absolute, without a fragment (RFC 8707). */
export function toResource(resource: string): URL {
  const url = URL.parse(resource)
  if (url !== null && /^https?:$/.test(url.protocol) && !resource.includes('#')) return url
  throw new SweatpantsError(`expected the resource as an http(s) URL without a fragment, got "${resource}"`)
}
