export { type Env, readVariable } from '../models/provider.ts'
export { readArgs, readOptions, readPort } from './args.ts'
export { describeEnvironment } from './environment-help.ts'
export { describeStore, keyPath, openStore, STORE_FORMS } from './open-store.ts'
export { reserveStdout, type StopSignal, untilSignal } from './process.ts'
export { type Command, createReporter, type Program, runProgram } from './program.ts'
export { readModel } from './read-model.ts'
export {
  publicWarning,
  readTransport,
  type Serving,
  serveUntilSignal,
  TRANSPORT_OPTIONS,
  type Transport,
  type TransportValues,
  toListenError,
} from './transport.ts'
export { messageOf, toUsageError, UsageError } from './usage-error.ts'
