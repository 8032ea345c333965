/** Returns whether one of the patterns, in which `*` stands for any text, is a name. */
export function toMatcher(patterns: readonly string[]): (name: string) => boolean {
  const escaped = patterns.map((pattern) => pattern.replace(/[.+?^${}()|[\]\\]/g, '\\$&').replaceAll(/\*+/g, '.*'))
  const matchers = escaped.map((pattern) => new RegExp(`^${pattern}$`))
  return (name) => matchers.some((matcher) => matcher.test(name))
}
