export { type Env, readVariable } from '../models/provider.ts'
export { messageOf } from '../tools/describe.ts'
export { readArgs, readModel, readOptions, readPort, toUsageError, UsageError } from './args.ts'
export { describeEnvironment } from './environment-help.ts'
export { describeStore, keyPath, openStore, STORE_FORMS } from './open-store.ts'
export {
  type Command,
  createReporter,
  type Program,
  printResult,
  reserveStdout,
  runProgram,
  type StopSignal,
  untilSignal,
} from './program.ts'
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
