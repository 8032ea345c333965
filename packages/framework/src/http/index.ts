export { type Address, describeListenError, isLoopback, toHostName } from './address.ts'
export { createGuard, type GuardOptions, LOOPBACK_NAMES, type Refusal, type RequestHead } from './guard.ts'
export { type Listening, type ListenOptions, listenHttp } from './listen.ts'
