import type { ReplyPart } from '../models/model.ts';
import type { SampleEffect } from '../tools/effects/sample.ts';
import { type Deferred, type Outcome } from '../tools/outcome.ts';
import type { ChatDriven } from './chat-driven.ts';
/** Asks the model of the turn. Nothing is recorded of a call that was stopped: it is made again, or not wanted any more. */
export declare function sample(host: ChatDriven, modelId: string, effect: SampleEffect, signal: AbortSignal, onPart?: (part: ReplyPart) => void): Promise<Outcome | Deferred>;
