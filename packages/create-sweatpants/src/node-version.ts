/** The first Node that runs TypeScript files as they are, which the project's scripts rely on. */
const NEEDED = [22, 18] as const

/** What to tell somebody whose Node is too old; nothing when it is not. */
export function describeOldNode(version: string): string | undefined {
  const [major = 0, minor = 0] = version.split('.').map(Number)
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return undefined
  return `This is Node ${version}. The project needs Node ${NEEDED.join('.')} or newer: https://nodejs.org`
}
