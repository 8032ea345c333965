export { type Address, describeListenError, isLoopback, toHostName } from './address.ts'
export { type Limit, LimitError } from './allowance.ts'
export {
  type Auth,
  AuthError,
  type Authenticate,
  type AuthOption,
  AuthUnavailableError,
  type Caller,
  type Guarded,
} from './auth.ts'
export type { DoorOptions } from './door.ts'
export { createGuard, type GuardOptions, LOOPBACK_NAMES, type Refusal, type RequestHead } from './guard.ts'
export { HttpError } from './http-error.ts'
export { readLimits } from './limits.ts'
export { type Listening, type ListenOptions, listenHttp } from './listen.ts'
export { createListener, type ListenerOptions, type NodeListener } from './listener.ts'
export { replyError, replyEvents, replyFile, replyJson, replyNothing } from './replies.ts'
export {
  createRoutes,
  type RouteHandler,
  type RouteRequest,
  type RoutesOptions,
  type RouteTable,
  readPlace,
} from './routes.ts'
export { createSandbox, type SandboxOptions } from './sandbox.ts'
