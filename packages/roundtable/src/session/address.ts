/** Parameters of links that say where a reader came from, not what is read. */
const TRACKING = /^(?:utm_\w+|fbclid|gclid|mc_[ce]id|ref)$/i

/** Returns a web address, or `undefined`: nothing else may become a link. */
export function toWebAddress(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return /^https?:$/.test(protocol) ? href : undefined
}

/** Returns the same text for addresses of the same page: without scheme, `www.`, fragment, tracking and a slash at the end. */
export function addressKey(url: string | undefined): string | undefined {
  const address = toWebAddress(url)
  if (address === undefined) return undefined
  const { host, pathname, searchParams } = new URL(address)
  const query = [...searchParams].filter(([name]) => !TRACKING.test(name)).toSorted()
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/+$/, '')}?${new URLSearchParams(query)}`
}
