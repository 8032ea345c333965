export {
  type Answer,
  type AnswersOf,
  accept,
  after,
  by,
  cancel,
  type Duration,
  decline,
  type From,
  type Later,
  type PlainAnswer,
  type ScriptedAnswers,
  type Silence,
  silence,
  unattended,
} from './answers.ts'
export { type AuthContractOptions, type AuthUnderContract, authContract } from './auth-contract.ts'
export { type CarrierUnderContract, carrierContract } from './carrier-contract.ts'
export { createVirtualClock, type VirtualClock } from './clock.ts'
export { type ClockUnderContract, clockContract } from './clock-contract.ts'
export type { ContractCase } from './contract.ts'
export { type CuttableJournal, type CuttableOptions, createCuttableJournal, JournalCut } from './cuttable-journal.ts'
export { type DrivenNode, type DrivenSubject, type DriverContractOptions, driverContract } from './driver-contract.ts'
export { type Cut, cutEverywhere } from './every-cut.ts'
export { type HostedRun, type HostProcess, type HostUnderContract, hostContract } from './host-contract.ts'
export { type JournalStorage, journalContract } from './journal-contract.ts'
export {
  type ContractEvent,
  type DistantStore,
  type LogContractOptions,
  type LogStorage,
  logContract,
} from './log-contract.ts'
export { modelContract } from './model-contract.ts'
export { createMortalStore, type MortalStore, type MortalStoreOptions } from './mortal-store.ts'
export {
  contractAnswer,
  contractModel,
  type PeerContractOptions,
  type PeerUnderContract,
  peerContract,
} from './peer-contract.ts'
export type { Sample, SampleParts, ScriptedSample } from './samples.ts'
export { runScript, type Script } from './script.ts'
export { ScriptError } from './script-error.ts'
export { type ScriptedModel, scriptedModel } from './scripted-model.ts'
export { createScriptedPeer, type PeerScript, type ScriptedPeer, type ScriptedSignals } from './scripted-peer.ts'
export type { ScriptedReply } from './scripted-reply.ts'
export { inOrder, type ScriptedSteps, type StepStandIn } from './steps.ts'
export type { Exchanged, Transcript } from './transcript.ts'
