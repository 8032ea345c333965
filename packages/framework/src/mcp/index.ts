export {
  type Auth,
  AuthError,
  type Authenticate,
  type AuthOption,
  AuthUnavailableError,
  type Caller,
  type Guarded,
} from '../http/auth.ts'
export { createKeyring } from '../keys/keyring.ts'
export { readKeys, readStoreKeys } from '../keys/read-keys.ts'
export { createJwtAuth, type JwtAuthOptions } from './auth/jwt.ts'
export { createTokenAuth, matchTokens, type TokenAuthOptions } from './auth/token.ts'
export { inspectSealed } from './carriers/sealed.ts'
export { type CallTaskOptions, callTask, type TaskQuestion } from './connect/call-task.ts'
export {
  type ConnectOptions,
  connectMcp,
  type HostedServer,
  type HostedSkill,
  type RefusedTool,
} from './connect/connect-mcp.ts'
export {
  type ConnectProblem,
  HostedCallError,
  HostedCallInterruptedError,
  HostedConnectError,
  HostedLimitError,
  HostedToolError,
  HostedViewError,
} from './connect/errors.ts'
export type { HostedLimits } from './connect/limits.ts'
export { type TaskClient, type TaskTransport, withTasks } from './connect/task-transport.ts'
export type { TokenAuth } from './core/auth.ts'
export type { Offer } from './core/catalog.ts'
export { ErrorCode, ProtocolError, type RequiredPage, UrlElicitationRequiredError } from './core/errors.ts'
export type { CallToolResult } from './core/outcome.ts'
export { createMcpPrompt, type McpPrompt, type PromptArgument, type PromptMessage } from './core/prompt.ts'
export type { FixedResource, McpResource, TemplateResource } from './core/resource.ts'
export type { McpSkill, SkillFile } from './core/skill.ts'
export type { View, Views } from './core/views.ts'
export { readSkills } from './read-skills.ts'
export { type McpServer, serveMcp } from './serve.ts'
export type { ServeLimits, ServeOptions } from './serve-options.ts'
export {
  type AssertionRequest,
  createSignIn,
  type Grant,
  type RegisteredClient,
  type SignIn,
  type SignInClient,
  type SignInOptions,
  type SignInState,
  toClientDocument,
} from './sign-in/create-sign-in.ts'
export { SignInError, SignInNeededError } from './sign-in/errors.ts'
