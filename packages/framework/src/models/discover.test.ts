import { expect, test } from 'vitest'
import { discoverModels } from './discover.ts'
import { listen, nowhere } from './fixtures/loopback.ts'
import { PROVIDERS } from './providers/index.ts'

test('discoverModels lists every provider, with the remedy of those that cannot be used', async () => {
  const url = await nowhere()
  const found = await discoverModels({
    OPENAI_API_KEY: 'k',
    LM_STUDIO_BASE_URL: 'http://127.0.0.1:1',
    OLLAMA_BASE_URL: url,
  })
  const [anthropic, openai] = PROVIDERS
  expect(found.map(({ provider }) => provider)).toEqual([...PROVIDERS.map(({ name }) => name), 'lm-studio', 'demo'])
  expect(found[0]).toEqual({
    provider: 'anthropic',
    id: `anthropic/${anthropic!.defaultModel}`,
    usable: false,
    remedy: 'set ANTHROPIC_API_KEY',
  })
  expect(found[1]).toEqual({ provider: 'openai', id: `openai/${openai!.defaultModel}`, usable: true })
  expect(found.slice(-3)).toEqual([
    { provider: 'ollama', usable: false, remedy: expect.stringContaining(`no server answers at ${url}; start Ollama`) },
    { provider: 'lm-studio', usable: true },
    { provider: 'demo', id: 'demo', usable: true },
  ])
})

test('discoverModels lists the models of Ollama one by one, and sends no request to other providers', async () => {
  await using server = await listen(() => ({ body: { models: [{ name: 'qwen3:8b' }, { name: 'gemma3' }] } }))
  const { url: base } = server
  const env = { OLLAMA_BASE_URL: base, ANTHROPIC_BASE_URL: base, OPENAI_BASE_URL: base, LM_STUDIO_BASE_URL: base }
  const found = await discoverModels(env)
  expect(found.filter(({ provider }) => provider === 'ollama')).toEqual([
    { provider: 'ollama', id: 'ollama/qwen3:8b', usable: true },
    { provider: 'ollama', id: 'ollama/gemma3', usable: true },
  ])
  expect(server.received.map(({ path }) => path)).toEqual(['/api/tags'])
})

test('an Ollama that does not answer in time is not usable', async () => {
  await using server = await listen(() => undefined)
  const found = await discoverModels({ OLLAMA_BASE_URL: server.url })
  expect(found.find(({ provider }) => provider === 'ollama')).toMatchObject({ usable: false })
})

test('discoverModels reports a base URL that is not a URL, and still lists the other providers', async () => {
  const found = await discoverModels({
    OPENAI_BASE_URL: 'somewhere',
    OPENAI_API_KEY: 'k',
    OLLAMA_BASE_URL: await nowhere(),
  })
  expect(found).toHaveLength(PROVIDERS.length + 1)
  expect(found[1]).toMatchObject({
    usable: false,
    remedy: expect.stringContaining('OPENAI_BASE_URL is not a URL'),
  })
})

test('a variable that ends in _BASE_URL and holds no URL makes no provider', async () => {
  const env = {
    BASE_URL: 'http://127.0.0.1:1',
    VITE_BASE_URL: '/app',
    EMPTY_BASE_URL: '',
    OLLAMA_BASE_URL: await nowhere(),
  }
  const names = (await discoverModels(env)).map(({ provider }) => provider)
  expect(names).toEqual([...PROVIDERS.map(({ name }) => name), 'demo'])
})
