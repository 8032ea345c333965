import { expect, test } from 'vitest'
import { readSettings } from './settings.ts'

test('the defaults are the loopback, port 3000 and a file in the working directory', () => {
  expect(readSettings([], {})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    allowHosts: [],
    store: '.sweatpants/yo-chat.db',
    model: undefined,
    servers: [],
    debateTools: [],
    debates: {},
    debateSettings: expect.objectContaining({ modelTimeout: 120_000 }),
    build: true,
  })
})

test('options take precedence over variables, and an empty variable is ignored', () => {
  const env = { PORT: '4000', HOST: '', STORE: 'a.db', MODEL: 'demo' }
  expect(readSettings(['--port', '0', '--store=b.db', '--no-build'], env)).toMatchObject({
    port: 0,
    host: '127.0.0.1',
    store: 'b.db',
    model: 'demo',
    build: false,
  })
})

test('a host is read as the other programs read it', () => {
  expect(readSettings(['--host', '[::1]', '--allow-host', 'a.test'], {})).toMatchObject({
    host: '::1',
    allowHosts: ['a.test'],
  })
  expect(() => readSettings(['--allow-host', 'https://a.test'], {})).toThrow('--allow-host takes the name of a host')
})

test('--mcp-command is split into words, and quotes keep words together', () => {
  const { servers } = readSettings(['--mcp-command', `npx -y "my server" 'a b'`, '--mcp-url', 'http://127.0.0.1:1'], {})
  expect(servers).toEqual([{ command: 'npx', args: ['-y', 'my server', 'a b'] }, { url: 'http://127.0.0.1:1/' }])
})

test('the tools of debates are those of --debate-tools, or else of ROUNDTABLE_TOOLS', () => {
  const env = { ROUNDTABLE_TOOLS: 'npx a;http://127.0.0.1:1' }
  expect(readSettings([], env).debateTools).toEqual(['npx a', 'http://127.0.0.1:1'])
  expect(readSettings(['--debate-tools', 'npx b'], env).debateTools).toEqual(['npx b'])
})

test('--debate-web-search makes the search of the web the default of debates', () => {
  expect(readSettings(['--debate-web-search'], {}).debates).toEqual({ webSearch: true })
})

test('readSettings names the variable whose port it refuses', () => {
  expect(() => readSettings([], { PORT: 'abc' })).toThrow('PORT takes a port from 0 to 65535, not "abc"')
})

test.each([
  [['--port', 'http'], '--port takes a port from 0 to 65535, not "http"'],
  [['--port', '70000'], '--port takes a port from 0 to 65535, not "70000"'],
  [['--prot', '1'], "Unknown option '--prot'; did you mean --port? --help lists the options"],
  [['page'], 'unexpected argument "page"; --help lists the options'],
  [['--mcp-command', ' '], '--mcp-command takes the command'],
  [['--mcp-url', 'file:///tmp'], '--mcp-url: a server is at an http:// or https:// URL'],
])('readSettings refuses %j: %s', (args, problem) => {
  expect(() => readSettings(args, {})).toThrow(problem)
})
