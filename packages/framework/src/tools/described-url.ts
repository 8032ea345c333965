/** A URL in the parts in which it is shown to a person who decides whether to open it. */
export interface DescribedUrl {
  /** Up to the domain. */
  before: string
  /** Where it leads, with the port. A domain in other alphabets is in its ASCII form. */
  host: string
  after: string
  /** What makes it deceptive or unsafe, in sentences for the person. */
  problems: readonly string[]
  /** Whether it may be opened: https, or http on this machine. */
  isSafe: boolean
}

/** Returns a URL as a browser will open it. Throws a `TypeError` if it is none. */
export function describeUrl(url: string): DescribedUrl {
  const { protocol, username, password, host, hostname, pathname, search, hash } = new URL(url)
  const user = username + (password === '' ? '' : `:${password}`)
  const isSafe = protocol === 'https:' || (protocol === 'http:' && isThisMachine(hostname))
  const problems = [
    ...(user === '' ? [] : [`The text before the @ is not part of the address. This link goes to ${host}.`]),
    ...(hostname.split('.').some((label) => label.startsWith('xn--'))
      ? ['This address has letters of other alphabets, which may look like those of another site.']
      : []),
    ...(isSafe ? [] : ['This link is not encrypted.']),
  ]
  const before = `${protocol}//${user === '' ? '' : `${user}@`}`
  return { before, host, after: pathname + search + hash, problems, isSafe }
}

const isThisMachine = (hostname: string): boolean =>
  hostname === 'localhost' ||
  hostname.endsWith('.localhost') ||
  hostname === '[::1]' ||
  /^127(\.\d+){3}$/.test(hostname)
