/** Those that have one maker, by provider. */
const MAKERS: ReadonlyMap<string, string> = new Map([
  ['anthropic', 'claude'],
  ['openai', 'gpt'],
  ['google', 'gemini'],
  ['perplexity', 'sonar'],
  ['demo', 'demo'],
])

/** Those that anybody may serve, by what their names have in them. Short ones have to stand alone. */
const NAMES: readonly (readonly [family: string, pattern: RegExp])[] = [
  ['claude', /claude/],
  ['gpt', /gpt|(?<![a-z])o[134](?![a-z0-9])/],
  ['gemini', /gemini/],
  ['sonar', /(?<![a-z])sonar/],
  ['llama', /llama/],
  ['qwen', /qwen|(?<![a-z])qwq/],
  ['mistral', /mistral|mixtral|ministral|magistral|codestral|devstral|pixtral/],
  ['gemma', /gemma/],
  ['deepseek', /deepseek/],
  ['phi', /(?<![a-z])phi(?![a-z])/],
  ['grok', /(?<![a-z])grok/],
  ['command', /(?<![a-z])command-?[ra]/],
  ['kimi', /(?<![a-z])kimi/],
  ['glm', /glm(?![a-z])/],
  ['granite', /granite/],
]

/** Who a model is akin to. Models of one family were trained by the same people, and err in the same way. */
export function familyOf(model: string): string {
  const [provider = '', ...rest] = model.trim().toLowerCase().split('/')
  const maker = MAKERS.get(provider)
  if (maker !== undefined) return maker
  const name = rest.join('/')
  const [first] = NAMES.map(([family, pattern]) => ({ family, at: name.search(pattern) }))
    .filter(({ at }) => at >= 0)
    .sort((a, b) => a.at - b.at)
  return first?.family ?? /[a-z]+/.exec(rest.at(-1) ?? '')?.[0] ?? provider
}
