import { createMcpTool, connectMcp, serveMcp, resolveModel, accept, runScript, z, sessions, searchFlights, book, bookFlight } from '../../test/docs/preludes/travel.ts'











import { createApp } from '@sweatpants/framework/app'
import { createJwtAuth, readKeys } from '@sweatpants/framework/mcp'
import { createSqliteStore } from '@sweatpants/framework/stores/sqlite'

const jwt = createJwtAuth({
  issuer: 'https://login.example.com',
  audience: 'https://travel.example.com/mcp',
  jwks: new URL('https://login.example.com/.well-known/jwks.json'),
  scopesFor: (name) => (name === 'book_flight' ? ['travel:book'] : []),
})

/** Kept by your login: the users, by the cookie of their session. */
const signedIn = new Map<string, string>()

const app = createApp({
  name: 'travel',
  version: '1.0.0',
  store: () => createSqliteStore('.sweatpants/travel.db'),
  keys: readKeys('.sweatpants/travel.db'),
  tools: [bookFlight],
  chat: true,
  allowedHosts: ['travel.example.com'],
  // People come with a cookie, MCP clients with a token.
  auth: {
    ...jwt,
    async authenticate(request) {
      const principal = signedIn.get(request.headers.get('cookie') ?? '')
      return principal === undefined ? jwt.authenticate(request) : { principal, scopes: ['travel:book'] }
    },
  },
})
